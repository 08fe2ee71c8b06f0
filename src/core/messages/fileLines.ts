import { placeInPatch } from '../git/patchLine.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { isPatchTag, sharedBlocksOf } from './sharedBlocks.ts';

/** Where a line of a message is in the file that is shown there. */
interface PlaceInFile {
  readonly path?: string;
  readonly line: number;
  readonly isCode: boolean;
}

/**
 * Converts a 1-based line of a message to the place in the file that is shown there, or that a patch there changes. Other
 * lines keep their number.
 */
export function fileLines(markdown: string): (line: number) => PlaceInFile {
  const shared = sharedBlocksOf({ id: '', roomId: '', markdown });
  const blocks = fencedBlocks(markdown).map(({ firstLine, lastLine }, index) => {
    // The line after the opening fence is the first of the code.
    const firstCodeLine = firstLine + 2;
    const { language = '', code, origin } = shared[index] ?? {};
    const { path, startLine = firstCodeLine } = origin ?? {};
    const patch = isPatchTag(language) ? code : undefined;
    return { firstCodeLine, lastLine, startLine, patch, ...(path !== undefined && { path }) };
  });
  return (line) => {
    const block = blocks.find(({ firstCodeLine, lastLine }) => line >= firstCodeLine && line <= lastLine);
    if (block === undefined) return { line, isCode: false };
    const { path, startLine, firstCodeLine, patch } = block;
    const changed = patch && placeInPatch(patch, line - firstCodeLine + 1);
    if (changed) return { ...changed, isCode: true };
    return { line: startLine + line - firstCodeLine, isCode: true, ...(path !== undefined && { path }) };
  };
}

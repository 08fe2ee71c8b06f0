import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { sharedBlocksOf } from './sharedBlocks.ts';

/** Converts a 1-based line of a message to the line of the file that is shown there. Other lines keep their number. */
export function fileLines(markdown: string): (line: number) => number {
  const shared = sharedBlocksOf({ id: '', roomId: '', markdown });
  const blocks = fencedBlocks(markdown).map(({ firstLine, lastLine }, index) => {
    // The line after the opening fence is the first of the code.
    const firstCodeLine = firstLine + 2;
    return { firstCodeLine, lastLine, startLine: shared[index]?.origin?.startLine ?? firstCodeLine };
  });
  return (line) => {
    const block = blocks.find(({ firstCodeLine, lastLine }) => line >= firstCodeLine && line <= lastLine);
    return block === undefined ? line : block.startLine + line - block.firstCodeLine;
  };
}

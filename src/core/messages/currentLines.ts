import { followLines, type LineRange } from '../git/lineMap.ts';
import { findBlock } from './findBlock.ts';
import { replaceWithBlock } from './replaceWithBlock.ts';
import type { SharedBlock } from './sharedBlocks.ts';
import { similarLines } from './similarLines.ts';

/** The current location of a block's lines in a file; the lines may have changed. */
export interface CurrentLines extends LineRange {
  /** The indentation that the file had before each line of the block, if known. */
  readonly indentation?: string;
}

/**
 * Finds shared lines in a file: through the version at the commit of their header, or by similarity. `undefined` if
 * nothing in the file is similar.
 * @param committed the file at the commit of the header, if the repository has it
 */
export function currentLines(
  text: string,
  { code, origin }: SharedBlock,
  committed?: string,
): CurrentLines | undefined {
  const startLine = origin?.startLine ?? 1;
  const old = committed === undefined ? undefined : findBlock(committed, code, startLine);
  if (committed !== undefined && old !== undefined && old.kind !== 'gone') {
    const range = followLines(committed, text, old);
    if (range !== undefined) return { ...range, indentation: old.indentation };
  }
  return similarLines(text, code, startLine);
}

/** The file with the shared lines in place of the current ones. If the file has no similar lines, they are inserted. */
export function withSharedLines(
  text: string,
  { code, origin }: SharedBlock,
  current: CurrentLines | undefined,
): string {
  const startLine = origin?.startLine ?? 1;
  const { indentation, ...range } = current ?? { startLine, endLine: startLine - 1 };
  return replaceWithBlock(text, code, range, indentation);
}

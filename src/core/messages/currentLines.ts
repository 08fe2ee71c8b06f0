import { followLines, type LineRange } from '../git/lineMap.ts';
import { findBlock } from './findBlock.ts';
import { replaceWithBlock } from './replaceWithBlock.ts';
import type { SharedBlock } from './sharedBlocks.ts';
import { similarLines } from './similarLines.ts';

/** Where the lines of a block are in a file now, though they may have been changed since. */
export interface CurrentLines extends LineRange {
  /** What the file had before each line of the block, where that is known. */
  readonly indentation?: string;
}

/**
 * Finds what has become of shared lines in a file: by the text that the commit of their header has, else by what resembles
 * them most. `undefined` where the file has nothing like them.
 * @param committed the file at the commit of the header, where the repository has it
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

/** What a file would be with the lines as they were shared. Where it has nothing like them, they are added to it. */
export function withSharedLines(
  text: string,
  { code, origin }: SharedBlock,
  current: CurrentLines | undefined,
): string {
  const startLine = origin?.startLine ?? 1;
  const { indentation, ...range } = current ?? { startLine, endLine: startLine - 1 };
  return replaceWithBlock(text, code, range, indentation);
}

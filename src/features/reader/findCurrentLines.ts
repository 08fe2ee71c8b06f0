import type { TextDocument } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { type CurrentLines, currentLines } from '../../core/messages/currentLines.ts';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { textAtCommit } from '../../host/git/gitApi.ts';

/** Finds the current position of shared lines in their file, using the commit from their header. */
export async function findCurrentLines(
  block: SharedBlock,
  document: TextDocument,
  log: Log,
): Promise<CurrentLines | undefined> {
  const { commit } = block.origin ?? {};
  const committed = commit === undefined ? undefined : await textAtCommit(document.uri, commit, log);
  return currentLines(document.getText(), block, committed);
}

import { isUtf8 } from 'node:buffer';
import { basename, dirname } from 'node:path';
import { l10n } from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { placePatch } from '../../../core/git/placePatch.ts';
import { findBlock } from '../../../core/lines/findBlock.ts';
import { withSharedLines } from '../../../core/lines/withSharedLines.ts';
import { fenceCode } from '../../../core/markdown/fencedBlocks.ts';
import { escapeInline } from '../../../core/markdown/toServiceMarkdown.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { bytesAtCommit } from '../../../host/git/repositoryOf.ts';
import { readBytes } from '../../../platform/files/localFile.ts';
import { realPath } from '../../../platform/files/realPath.ts';
import { relativePath } from '../../../platform/files/relativePath.ts';
import { repositoryRoot } from '../../../platform/files/repositoryRoot.ts';
import { findFiles } from './sharedFiles.ts';

/** A text to share into a thread. */
export interface SuggestedText {
  readonly name: string;
  readonly markdown: string;
  readonly lineCount: number;
}

/** A patch of the place in the clone of the user; without the place, the lines as code, which their author compares. */
export async function suggestedText(block: SharedBlock, code: string, log: Log): Promise<SuggestedText> {
  const { path = '', startLine = 1 } = block.origin ?? {};
  const name = l10n.t('suggestion for {0}', displayTitle(`${path}:${startLine}`));
  const lineCount = code.split('\n').length;
  const found = await patchOf(block, code, log);
  if (found === undefined) return { name, markdown: fenceCode(code, block.language).markdown, lineCount };
  const place = escapeInline(`${found.path}:${startLine}`);
  const fenced = fenceCode(found.patch.replace(/\n$/, ''), 'diff').markdown;
  return { name, lineCount, markdown: `**${escapeInline(found.repository)}** · changes · ${place}\n\n${fenced}` };
}

async function patchOf(block: SharedBlock, code: string, log: Log) {
  const { origin } = block;
  if (origin === undefined || origin.cell !== undefined) return undefined;
  const [file, ...others] = await findFiles(origin.path);
  const root = file?.scheme === 'file' ? await repositoryRoot(dirname(file.fsPath)) : undefined;
  if (file === undefined || others.length > 0 || root === undefined) return undefined;
  const path = relativePath(root, file.fsPath);
  const commit = origin.commit && (await bytesAtCommit(file, origin.commit, log));
  // Their author has them as they were; without the commit, perhaps as they are here.
  for (const bytes of [commit, await ownBytes(file.fsPath, root)]) {
    const text = bytes ? sentText(bytes) : undefined;
    const lines = text === undefined ? undefined : findBlock(text, block.code, origin.startLine);
    if (text === undefined || lines === undefined) continue;
    const patch = placePatch(path, text, withSharedLines(text, { ...block, code }, lines));
    return patch === '' || patch.includes('\ufeff') ? undefined : { path, patch, repository: basename(root) };
  }
  return undefined;
}

/** The text of a file as a message can have it: UTF-8 with LF. A patch of any other text would not apply. */
function sentText(bytes: Uint8Array): string | undefined {
  const text = isUtf8(bytes) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : undefined;
  return text?.includes('\r') ? undefined : text;
}

/** The bytes of a file on disk. `undefined` behind a link, which git does not follow. */
async function ownBytes(file: string, root: string): Promise<Uint8Array | undefined> {
  const isOwn = relativePath(await realPath(root), await realPath(file)) === relativePath(root, file);
  return isOwn ? readBytes(file) : undefined;
}

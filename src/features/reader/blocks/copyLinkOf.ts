import { env, l10n } from 'vscode';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { showNotice, showSuccess } from '../../../host/ui/statusBar.ts';

/** Copies the link into the editor of a block, or of the first one that has a link. */
export async function copyLinkOf(blocks: readonly SharedBlock[], index: number | undefined): Promise<void> {
  const asked = index === undefined ? blocks : blocks.slice(index, index + 1);
  const link = asked.find(({ origin }) => origin?.editorLink !== undefined)?.origin?.editorLink;
  if (link === undefined) return showNotice(l10n.t('This code has no link into the editor.'));
  await env.clipboard.writeText(link);
  showSuccess(l10n.t('Copied'));
}

import { l10n, window } from 'vscode';
import { byteText } from '../../host/vscode/formats.ts';
import { type AttachmentAddress, attachmentUri } from '../../host/vscode/uris.ts';
import { type AttachmentSource, maxOpenedBytes } from './attachmentSource.ts';
import { showAttachment } from './showAttachment.ts';

/** Opens an attachment read-only in the editor. Never runs it. */
export async function openAttachment(
  source: AttachmentSource,
  address: AttachmentAddress,
  save: () => Promise<void>,
): Promise<void> {
  const { byteLength } = await source.metadataOf(address);
  if (byteLength === undefined || byteLength > maxOpenedBytes) {
    const choice = await askAboutSize(address.name, byteLength);
    if (choice === 'save') await save();
    if (choice !== 'open') return;
  }
  await source.fetchWithProgress(address);
  await showAttachment(attachmentUri(address));
}

/** A file that is too large can be saved. A file of unknown size can also be opened, up to the limit. */
async function askAboutSize(name: string, byteLength: number | undefined): Promise<'open' | 'save' | undefined> {
  const saving = l10n.t('Save to Workspace…');
  if (byteLength !== undefined) {
    const sentence = l10n.t('{0} is too large to open ({1}).', name, byteText(byteLength));
    return (await window.showInformationMessage(sentence, saving)) === saving ? 'save' : undefined;
  }
  const opening = l10n.t('Open');
  const question = l10n.t('The size of {0} is unknown. Files up to {1} can be opened.', name, byteText(maxOpenedBytes));
  const choice = await window.showWarningMessage(question, opening, saving);
  if (choice === undefined) return undefined;
  return choice === opening ? 'open' : 'save';
}

import { commands, l10n, window } from 'vscode';
import { byteText } from '../../host/byteText.ts';
import type { AttachmentSource } from './attachmentSource.ts';
import { type AttachmentAddress, attachmentUri } from './attachmentUri.ts';
import { underProgress } from './receiving.ts';

/** The editor takes a file whole into its memory: what is larger is better on the disk. */
const maxOpenedBytes = 20 * 1024 * 1024;

/** Opens an attachment in the editor that suits it, read-only. Nothing of it is ever run. */
export async function openAttachment(
  source: AttachmentSource,
  address: AttachmentAddress,
  save: () => Promise<void>,
): Promise<void> {
  const { byteLength = 0 } = await source.headOf(address);
  if (byteLength > maxOpenedBytes) {
    const saving = l10n.t('Save into Workspace…');
    const sentence = l10n.t('{0} is {1}: too large to be shown here.', address.name, byteText(byteLength));
    if ((await window.showInformationMessage(sentence, saving)) === saving) await save();
    return;
  }
  await underProgress(address.name, (signal, onReceived) => source.fileOf(address, signal, onReceived));
  await commands.executeCommand('vscode.open', attachmentUri(address), { preview: true });
}

import { posix } from 'node:path';
import { commands, l10n, type Uri, window, workspace } from 'vscode';
import { isImageName } from '../../core/attachments/fileNames.ts';
import { offerPatch } from '../../host/git/offerPatch.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { showInformationMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import type { ReadOnlyTexts } from '../../host/vscode/readOnlyTexts.ts';
import { type AttachmentAddress, attachmentScheme, attachmentUri } from '../../host/vscode/uris.ts';
import { currentResource, literalGlob, showPlainTextDiff } from '../../host/vscode/workspaceFiles.ts';
import { readBytes } from '../../platform/files/localFile.ts';
import { type AttachmentSource, maxOpenedBytes } from './attachmentSource.ts';

const maxCandidates = 20;

/** What is offered for a file that is too large to open. */
interface WaysToKeep {
  readonly save: () => Promise<void>;
  readonly download: () => Promise<void>;
}

/** Opens an attachment read-only in the editor. Never runs it. */
export async function openAttachment(
  source: AttachmentSource,
  address: AttachmentAddress,
  ways: WaysToKeep,
): Promise<void> {
  const { byteLength } = await source.metadataOf(address);
  if (byteLength === undefined || byteLength > maxOpenedBytes) {
    const choice = await askAboutSize(address.name, byteLength);
    if (choice !== undefined && choice !== 'open') await ways[choice]();
    if (choice !== 'open') return;
  }
  await source.fetchWithProgress(address);
  await showAttachment(attachmentUri(address));
}

/** A file that is too large can be kept. A file of unknown size can also be opened, up to the limit. */
async function askAboutSize(
  name: string,
  byteLength: number | undefined,
): Promise<'open' | keyof WaysToKeep | undefined> {
  const ways = new Map<string | undefined, 'open' | keyof WaysToKeep>([
    [l10n.t('Save to Workspace…'), 'save'],
    [l10n.t('Download'), 'download'],
  ]);
  const labels = Array.from(ways.keys(), String);
  if (byteLength !== undefined) {
    const sentence = l10n.t('{0} is too large to open ({1}).', name, byteText(byteLength));
    return ways.get(await showInformationMessage(sentence, ...labels));
  }
  const opening = l10n.t('Open');
  const question = l10n.t('The size of {0} is unknown. Files up to {1} can be opened.', name, byteText(maxOpenedBytes));
  const choice = await showWarningMessage(question, opening, ...labels);
  return choice === opening ? 'open' : ways.get(choice);
}

/** Compares an attachment with a workspace file: the one of the same name, else one that the user picks. */
export async function compareAttachment(source: AttachmentSource, address: AttachmentAddress): Promise<void> {
  const mine = await chooseFile(address.name);
  if (mine === undefined) return;
  await source.fetchWithProgress(address);
  const title = l10n.t('{0} (Received ↔ Workspace)', address.name);
  await showPlainTextDiff(attachmentUri(address), mine, title);
}

async function chooseFile(name: string): Promise<Uri | undefined> {
  const found = await workspace.findFiles(`**/${literalGlob(name)}`, undefined, maxCandidates);
  const shown = currentResource();
  const isOther = shown !== undefined && shown.scheme !== attachmentScheme;
  const candidates = isOther && !found.some((uri) => `${uri}` === `${shown}`) ? [...found, shown] : found;
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const rows = candidates.map((uri) => ({ label: workspace.asRelativePath(uri), description: uri.fsPath, uri }));
  const another = { label: l10n.t('Select File…'), uri: undefined };
  const placeHolder = l10n.t('Compare {0} with…', name);
  const row = rows.length === 0 ? another : await window.showQuickPick([...rows, another], { placeHolder });
  if (row === undefined || row.uri !== undefined) return row?.uri;
  return (await window.showOpenDialog({ title: placeHolder, openLabel: l10n.t('Compare') }))?.[0];
}

/** Applies an attached patch, byte for byte as received. */
export async function applyAttachment(
  source: AttachmentSource,
  address: AttachmentAddress,
  texts: Pick<ReadOnlyTexts, 'add'>,
): Promise<void> {
  const path = await source.fetchWithProgress(address);
  await offerPatch({ bytes: await readBytes(path), texts, view: () => showAttachment(attachmentUri(address)) });
}

/**
 * Shows images in the image preview and everything else in the text editor. An editor that VS Code, the user or another
 * extension selects by the name may run the content: the notebook editor runs HTML and JavaScript.
 */
export async function showAttachment(uri: Uri): Promise<void> {
  const editor = isImageName(posix.basename(uri.path)) ? 'imagePreview.previewEditor' : 'default';
  await commands.executeCommand('vscode.openWith', uri, editor, { preview: true });
}

import { commands, l10n, type Uri, window, workspace } from 'vscode';
import { plainTextDiffOptions } from '../../host/ui/plainTextDiffOptions.ts';
import { type AttachmentAddress, attachmentScheme, attachmentUri } from '../../host/vscode/uris.ts';
import { currentResource } from '../../host/vscode/workspaceFiles.ts';
import type { AttachmentSource } from './attachmentSource.ts';

const maxCandidates = 20;

/** Compares an attachment with a workspace file: the one of the same name, else one that the user picks. */
export async function compareAttachment(source: AttachmentSource, address: AttachmentAddress): Promise<void> {
  const mine = await chooseFile(address.name);
  if (mine === undefined) return;
  await source.fetchWithProgress(address);
  const title = l10n.t('{0} (Received ↔ Workspace)', address.name);
  await commands.executeCommand('vscode.diff', attachmentUri(address), mine, title, plainTextDiffOptions);
}

async function chooseFile(name: string): Promise<Uri | undefined> {
  const found = await workspace.findFiles(`**/${literalGlob(name)}`, undefined, maxCandidates);
  const shown = currentResource();
  const isOther = shown !== undefined && shown.scheme !== attachmentScheme;
  const candidates = isOther && !found.some((uri) => `${uri}` === `${shown}`) ? [...found, shown] : found;
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const rows = candidates.map((uri) => ({ label: workspace.asRelativePath(uri), uri }));
  const another = { label: l10n.t('Select File…'), uri: undefined };
  const placeHolder = l10n.t('Compare {0} with…', name);
  const row = rows.length === 0 ? another : await window.showQuickPick([...rows, another], { placeHolder });
  if (row === undefined || row.uri !== undefined) return row?.uri;
  return (await window.showOpenDialog({ title: placeHolder, openLabel: l10n.t('Compare') }))?.[0];
}

/** Escapes the characters that have a meaning in glob patterns. */
function literalGlob(name: string): string {
  return name.replace(/[*?{}[\]\\]/g, (sign) => (sign === '\\' ? '?' : `[${sign}]`));
}

import { commands, l10n, window } from 'vscode';
import { contentUrl } from '../../core/api/contentInfo.ts';
import { ForeignContentError, ServiceError } from '../../core/api/errors.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { runErrorAction } from '../../host/errors/errorMessage.ts';
import type { Services } from '../../host/services.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';
import { fetchByAddress } from './readerPage.ts';

/** Runs the error action that the user chose in the page. */
export async function runReaderAction(
  id: string,
  { active, retry }: { readonly active: Pick<ActiveAccount, 'get'>; retry(): Promise<void> },
): Promise<void> {
  switch (id) {
    case 'retry':
      return retry();
    case fetchByAddress:
      return downloadByAddress((await active.get())?.baseUrl);
    case 'signIn':
    case 'openSettings':
    case 'diagnose':
    case 'showLog':
      return runErrorAction(id);
  }
}

async function downloadByAddress(baseUrl: string | undefined): Promise<void> {
  const prompt = l10n.t('URL of the file: …/v1/contents/…');
  const validateInput = (text: string): string | undefined =>
    baseUrl === undefined || text.trim() === '' ? undefined : addressProblem(text.trim(), baseUrl);
  const url = (await window.showInputBox({ prompt, ignoreFocusOut: true, validateInput }))?.trim();
  if (url) await commands.executeCommand('roomside.downloadAttachment', { url });
}

/** Validates an address while it is typed. */
function addressProblem(url: string, baseUrl: string): string | undefined {
  try {
    contentUrl(url, baseUrl);
    return undefined;
  } catch (error) {
    if (!(error instanceof ForeignContentError)) throw error;
    return error.problem === 'other-server' && error.host !== ''
      ? describeError(error).sentence
      : l10n.t('This is not the URL of an attachment.');
  }
}

interface MessageToDelete {
  readonly id: string;
  /** The beginning of the text; empty for a file. */
  readonly line: string;
  /** As displayed. */
  readonly room: string;
}

/**
 * Deletes a message of the user after a question, as in Undo Share [X2]. A message that another client has deleted
 * meanwhile counts as deleted.
 * @returns whether it is deleted
 */
export async function deleteOwnMessage(
  { connection }: Pick<Services, 'connection'>,
  { id, line, room }: MessageToDelete,
): Promise<boolean> {
  const choice = l10n.t('Delete');
  const question = l10n.t('Delete your message from “{0}”?', room);
  const consequence = l10n.t('It will be deleted for everyone in the room. This cannot be undone.');
  const detail = line === '' ? consequence : `“${line}”\n\n${consequence}`;
  if ((await showWarningMessage(question, { modal: true, detail }, choice)) !== choice) return false;
  try {
    await (await connection.client()).deleteMessage(id);
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error;
  }
  showSuccess(l10n.t('Deleted a message from {0}', room));
  return true;
}

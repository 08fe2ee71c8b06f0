import { commands, l10n, window } from 'vscode';
import { contentUrl } from '../../core/api/contentInfo.ts';
import { ForeignContentError } from '../../core/api/errors.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { runErrorAction } from '../../host/errors/errorMessage.ts';
import { fetchByAddress } from './readerPage.ts';

/** Runs the error action that the user chose in the page. */
export async function runReaderAction(
  id: string,
  active: Pick<ActiveAccount, 'get'>,
  retry: () => Promise<void>,
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

function addressProblem(url: string, baseUrl: string): string | undefined {
  try {
    contentUrl(url, baseUrl);
    return undefined;
  } catch (error) {
    if (!(error instanceof ForeignContentError)) throw error;
    return error.problem === 'other-server' && error.host !== ''
      ? describeError(error).sentence
      : l10n.t("This isn't the URL of an attachment.");
  }
}

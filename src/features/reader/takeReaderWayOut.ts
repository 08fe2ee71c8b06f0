import { commands, l10n, window } from 'vscode';
import { takeWayOut } from '../../host/words/wayOutCommand.ts';
import { fetchByAddress } from './readerWords.ts';

/** Takes the way out of a failure that was chosen in the page. */
export async function takeReaderWayOut(id: string, retry: () => Promise<void>): Promise<void> {
  switch (id) {
    case 'retry':
      return retry();
    case fetchByAddress:
      return downloadByAddress();
    case 'signIn':
    case 'openSettings':
    case 'diagnose':
    case 'showLog':
      return takeWayOut(id);
  }
}

async function downloadByAddress(): Promise<void> {
  const prompt = l10n.t('Address of the file, as a message names it: …/v1/contents/…');
  const url = (await window.showInputBox({ prompt, ignoreFocusOut: true }))?.trim();
  if (url) await commands.executeCommand('roomside.downloadAttachment', { url });
}

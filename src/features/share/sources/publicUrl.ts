import { l10n, window } from 'vscode';
import { NotPublicUrlError, parsePublicUrl } from '../../../core/share/publicUrl.ts';
import type { ShareSource } from './shareSource.ts';

/** "Share URL as File…": the service downloads the file, so it must be public [A22]. */
export const publicUrlSource: ShareSource = async () => {
  const title = l10n.t('Share URL as File');
  const text = await window.showInputBox({
    title,
    prompt: l10n.t('Address of one public file. The service fetches it, so it must need no sign-in.'),
    placeHolder: 'https://example.com/report.pdf',
    ignoreFocusOut: true,
    validateInput: urlProblem,
  });
  if (text === undefined) return undefined;
  return { kind: 'remoteFile', title, url: parsePublicUrl(text).href };
};

function urlProblem(text: string): string | undefined {
  try {
    parsePublicUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof NotPublicUrlError) return urlMessage(error);
    throw error;
  }
}

function urlMessage({ reason }: NotPublicUrlError): string {
  const messages = {
    empty: l10n.t('Type the address of a file.'),
    several: l10n.t('One address at a time: the service takes one for each message.'),
    malformed: l10n.t('This is not an address.'),
    scheme: l10n.t('The address must begin with https:// or http://.'),
    credentials: l10n.t('Leave user name and password out: everybody in the room would see them.'),
    'private-host': l10n.t('The service cannot reach this host: it is on your own network.'),
  };
  return messages[reason];
}

import { l10n, window } from 'vscode';
import { NotPublicUrlError, parsePublicUrl } from '../../../core/attachments/publicUrl.ts';
import type { ShareSource } from './shareSource.ts';

/** "Share URL as File…": the service downloads the file, so it must be public [A22]. */
export const publicUrlSource: ShareSource = async () => {
  const title = l10n.t('Share URL as File');
  const text = await window.showInputBox({
    title,
    prompt: l10n.t('URL of a public file. The service downloads it, so it must not require sign-in.'),
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
    empty: l10n.t('Enter the URL of a file.'),
    several: l10n.t('Enter only one URL. The service accepts one per message.'),
    malformed: l10n.t('This is not a valid URL.'),
    scheme: l10n.t('The URL must begin with https:// or http://.'),
    credentials: l10n.t('Remove the user name and password. Everyone in the room would see them.'),
    'private-host': l10n.t("The service can't reach this host because it is on your own network."),
  };
  return messages[reason];
}

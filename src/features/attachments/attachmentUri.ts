import { Uri } from 'vscode';

/** The scheme under which attachments are opened. */
export const attachmentScheme = 'roomside-file';

/** What an attachment's address in the editor says. */
export interface AttachmentAddress {
  readonly accountId: string;
  /** As the message names it. */
  readonly url: string;
  /** Already safe as the name of a file. */
  readonly name: string;
}

/**
 * `roomside-file:/<account>/<URL as base64url>/<name>`: whole in its path, because editors do not keep the case of an
 * authority, and the last part is what the tab shows.
 */
export function attachmentUri({ accountId, url, name }: AttachmentAddress): Uri {
  return Uri.from({
    scheme: attachmentScheme,
    path: `/${accountId}/${Buffer.from(url).toString('base64url')}/${name}`,
  });
}

/** Reads the address back; `undefined` for any other that is no attachment, a folder for one. */
export function parseAttachmentUri(uri: Uri): AttachmentAddress | undefined {
  const [start, accountId = '', encoded = '', name = '', ...more] = uri.path.split('/');
  const isWhole = start === '' && accountId !== '' && encoded !== '' && name !== '' && more.length === 0;
  if (uri.scheme !== attachmentScheme || !isWhole) return undefined;
  return { accountId, url: Buffer.from(encoded, 'base64url').toString(), name };
}

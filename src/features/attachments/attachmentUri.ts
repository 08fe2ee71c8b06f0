import { Uri } from 'vscode';

/**
 * The scheme under which attachments are opened. It must not hold the word "file": in the manifest of an extension that
 * runs remotely, VS Code rewrites that word to "vscode-remote" in every condition on `resourceScheme`.
 */
export const attachmentScheme = 'roomside-attachment';

/** What an attachment's address in the editor says. */
export interface AttachmentAddress {
  readonly accountId: string;
  /** As the message names it. */
  readonly url: string;
  /** Already safe as the name of a file. */
  readonly name: string;
}

/**
 * `roomside-attachment:/<name>?<account>.<URL as base64url>`: the path is what the tab and the crumbs above the editor show, and
 * the rest, which no person wants to read, tells files of one name apart.
 */
export function attachmentUri({ accountId, url, name }: AttachmentAddress): Uri {
  const query = `${accountId}.${Buffer.from(url).toString('base64url')}`;
  return Uri.from({ scheme: attachmentScheme, path: `/${name}`, query });
}

/** Reads the address back; `undefined` for any other that is no attachment, a folder for one. */
export function parseAttachmentUri({ scheme, path, query }: Uri): AttachmentAddress | undefined {
  const [, name] = /^\/([^/]+)$/.exec(path) ?? [];
  const [, accountId, encoded] = /^([\w-]+)\.([\w-]+)$/.exec(query) ?? [];
  if (scheme !== attachmentScheme || name === undefined || accountId === undefined || encoded === undefined) {
    return undefined;
  }
  return { accountId, url: Buffer.from(encoded, 'base64url').toString(), name };
}

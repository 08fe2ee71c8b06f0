import { type Tab, Uri, window } from 'vscode';
import { fieldsOf } from '../../core/base/json.ts';

/** The URI scheme of rooms. It has a meaning only inside the editor. The query is the room, the fragment a message. */
export const roomScheme = 'roomside-room';

/** The room id in a URI; `undefined` for any other URI. */
export function roomIdOfUri(address: Uri): string | undefined {
  return address.scheme === roomScheme && address.query !== '' ? address.query : undefined;
}

/** The MIME type of dragged URIs (RFC 2483, section 5). */
export const uriList = 'text/uri-list';

/** The URI scheme of message drafts. */
export const draftScheme = 'roomside-draft';

/**
 * Scheme of the URIs of attachments. It must not contain the word "file": in the manifest of an extension that runs
 * remotely, VS Code replaces that word by "vscode-remote" in every condition on `resourceScheme`.
 */
export const attachmentScheme = 'roomside-attachment';

/** An attachment as its URI names it. */
export interface AttachmentAddress {
  readonly accountId: string;
  /** The URL in the message. */
  readonly url: string;
  /** A safe file name. */
  readonly name: string;
}

/**
 * `roomside-attachment:/<name>?<account>.<URL as base64url>`. Tabs and breadcrumbs show the path; the query
 * distinguishes files of the same name.
 */
export function attachmentUri({ accountId, url, name }: AttachmentAddress): Uri {
  const query = `${accountId}.${Buffer.from(url).toString('base64url')}`;
  return Uri.from({ scheme: attachmentScheme, path: `/${name}`, query });
}

/** Parses the URI; `undefined` for any other URI, such as that of a folder. */
export function parseAttachmentUri({ scheme, path, query }: Uri): AttachmentAddress | undefined {
  const [, name] = /^\/([^/]+)$/.exec(path) ?? [];
  const [, accountId, encoded] = /^([\w-]+)\.([\w-]+)$/.exec(query) ?? [];
  if (scheme !== attachmentScheme || name === undefined || accountId === undefined || encoded === undefined) {
    return undefined;
  }
  return { accountId, url: Buffer.from(encoded, 'base64url').toString(), name };
}

/** What a tab shows, by its fields, as editors may lack the class of a kind: of a comparison the left and the right one. */
export function urisOfTab(tab: Tab | undefined): readonly Uri[] {
  const { uri, original, modified } = fieldsOf(tab?.input);
  return [uri, original, modified].filter((each) => each instanceof Uri);
}

/** The tabs of one document with this scheme. */
export function textTabs(scheme: string): readonly { readonly tab: Tab; readonly uri: Uri }[] {
  return window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap((tab) => {
      const [uri, ...others] = urisOfTab(tab);
      return uri?.scheme === scheme && others.length === 0 ? [{ tab, uri }] : [];
    });
}

import type { Message } from '../api/resources.ts';
import type { SentContent } from './sentContents.ts';
import type { ShareContent, ShareRecord } from './shareRecord.ts';

/** Where the content of a share can be found. */
export type ContentPlace =
  /** In the memory of this window, with the review of its text. */
  | ({ readonly kind: 'memory' } & SentContent)
  /** In the record. A file without a path is the copy beside the record. */
  | { readonly kind: 'record'; readonly content: ShareContent }
  /** A file that was sent: its content is on disk, its comment only in the message. */
  | { readonly kind: 'file'; readonly path: string }
  /** Only in the message that was sent. */
  | { readonly kind: 'message' };

/** Where to find the content of a share, so that it can be sent again. A record that was sent has none itself. */
export function placeOfContent({ content, origin }: ShareRecord, kept: SentContent | undefined): ContentPlace {
  if (kept !== undefined) return { kind: 'memory', ...kept };
  if (content !== undefined) return { kind: 'record', content };
  // The origin of lines of a file has a line; that of a whole file does not.
  if (origin !== undefined && origin.line === undefined) return { kind: 'file', path: origin.path };
  return { kind: 'message' };
}

/** What a message says about the content of the share that it was. The bytes of its file are not part of it. */
export type MessageContent =
  | Exclude<ShareContent, { kind: 'file' }>
  | { readonly kind: 'file'; readonly text?: string };

/**
 * The content of a share by its message; `undefined` if the service does not return it [A60]. A service may change a text,
 * and need not return `markdown` [A9].
 */
export function contentOfMessage({ name, origin }: ShareRecord, message: Message): MessageContent | undefined {
  const { markdown, text, files = [], errors } = message;
  const comment = text || markdown;
  const withComment = comment ? { text: comment } : {};
  // A share of a URL is named after it, and has no place on this computer. The URL was checked then.
  if (files.length > 0 && origin === undefined && /^https?:\/\/\S+$/i.test(name))
    return { kind: 'url', url: name, ...withComment };
  if (files.length > 0) return { kind: 'file', ...withComment };
  const given = markdown || text;
  return given && errors?.files === undefined ? { kind: 'text', markdown: given } : undefined;
}

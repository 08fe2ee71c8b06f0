import { maxAttachmentBytes } from '../api/contentInfo.ts';
import { errorWith, RoomsideError } from '../base/errors.ts';

/** Default size limit of a message in UTF-8 bytes, that of the public service [X13]. The API defines none [N13]. */
export const defaultMaxMessageBytes = 7439;

interface TooLargeFacts {
  readonly what: 'attachment' | 'message';
  readonly fileName?: string;
  readonly byteLength: number;
  readonly maxBytes: number;
}

/** Thrown before anything is sent. */
export class TooLargeError extends errorWith<TooLargeFacts>() {
  constructor(facts: TooLargeFacts) {
    super(`${facts.what} of ${facts.byteLength} bytes, at most ${facts.maxBytes}`, facts);
  }
}

/** Thrown when there is nothing to share: no text, no file, or only white space. */
export class EmptyShareError extends RoomsideError {
  constructor() {
    super('nothing to share');
  }
}

/** The size of a text in UTF-8 bytes. An unpaired surrogate counts as a replacement character. */
export function utf8ByteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Throws `TooLargeError` when a file exceeds the limit of the service [A25]. */
export function assertAttachmentFits(name: string, byteLength: number): void {
  if (byteLength <= maxAttachmentBytes) return;
  throw new TooLargeError({ what: 'attachment', fileName: name, byteLength, maxBytes: maxAttachmentBytes });
}

/** Throws `TooLargeError` when a message exceeds the limit in UTF-8 bytes. */
export function assertMessageFits(message: string, maxBytes: number = defaultMaxMessageBytes): void {
  const byteLength = utf8ByteLength(message);
  if (byteLength > maxBytes) throw new TooLargeError({ what: 'message', byteLength, maxBytes });
}

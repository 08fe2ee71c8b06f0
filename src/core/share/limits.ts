import { maxAttachmentBytes } from '../api/contentInfo.ts';
import { RoomsideError } from '../base/errors.ts';

/** Default limit of a message in UTF-8 bytes, as the public service has it [X13]. The interface gives none [N13]. */
export const defaultMaxMessageBytes = 7439;

/** Refused before a byte is sent. */
export class TooLargeError extends RoomsideError {
  readonly what: 'attachment' | 'message';
  readonly fileName: string | undefined;
  readonly byteLength: number;
  readonly maxBytes: number;

  constructor(facts: {
    what: 'attachment' | 'message';
    fileName?: string | undefined;
    byteLength: number;
    maxBytes: number;
  }) {
    super(`${facts.what} of ${facts.byteLength} bytes, at most ${facts.maxBytes}`);
    this.what = facts.what;
    this.fileName = facts.fileName;
    this.byteLength = facts.byteLength;
    this.maxBytes = facts.maxBytes;
  }
}

/** There is nothing to share: no text, no file, or white space alone. */
export class EmptyShareError extends RoomsideError {
  constructor(message = 'nothing to share') {
    super(message);
  }
}

/** How many bytes a text takes on the wire. An unpaired surrogate counts as the replacement character it becomes. */
export function utf8ByteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Throws `TooLargeError` when a file is above what the service takes [A25]. */
export function assertAttachmentFits(name: string, byteLength: number): void {
  if (byteLength <= maxAttachmentBytes) return;
  throw new TooLargeError({ what: 'attachment', fileName: name, byteLength, maxBytes: maxAttachmentBytes });
}

/** Throws `TooLargeError` when a message is above the limit in UTF-8 bytes. */
export function assertMessageFits(message: string, maxBytes: number = defaultMaxMessageBytes): void {
  const byteLength = utf8ByteLength(message);
  if (byteLength > maxBytes) throw new TooLargeError({ what: 'message', byteLength, maxBytes });
}

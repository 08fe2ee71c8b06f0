import type { Disposable } from '../../../core/base/disposable.ts';
import type { ShareOrigin } from '../../../core/outbox/shareRecord.ts';
import type { FileSource } from '../fileSource.ts';

/** Text to share, before the confirmation. */
export interface TextDraft {
  readonly kind: 'text';
  /** The title of the command. */
  readonly title: string;
  /** The name in notifications, for example "src/main.ts:3–7". */
  readonly name: string;
  /** Its position on disk, if it comes from a file. */
  readonly origin?: ShareOrigin;
  /** Renders the exact Markdown to send, and its warnings. */
  render(comment: string | undefined): Promise<RenderedText>;
  /** The text as a file, if it is too long for a message. */
  readonly asFile?: FileSource;
}

/** The exact Markdown of a message, and its warnings. */
export interface RenderedText {
  readonly markdown: string;
  /** Number of lines of code, without header and fences. */
  readonly lineCount: number;
  readonly warnings: readonly string[];
}

/** Files to share, one message each. */
export interface FilesDraft {
  readonly kind: 'files';
  readonly title: string;
  readonly files: readonly FileSource[];
  /** Shows the files until they are sent or cancelled. */
  readonly shown?: Disposable;
}

/** A public file that the service downloads. */
export interface RemoteFileDraft {
  readonly kind: 'remoteFile';
  readonly title: string;
  /** Checked by `parsePublicUrl`. */
  readonly url: string;
}

export type ShareDraft = TextDraft | FilesDraft | RemoteFileDraft;

/**
 * Creates a draft from the arguments of a command. A source sends nothing and never takes more than the user selected.
 * `undefined` if there is nothing to share or the user cancels.
 */
export type ShareSource = (...args: readonly unknown[]) => Promise<ShareDraft | undefined>;

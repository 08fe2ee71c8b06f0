import type { Disposable } from '../../../core/base/disposable.ts';
import type { ShareOrigin } from '../../../core/outbox/shareRecord.ts';
import type { FileSource } from '../fileSource.ts';

/** Text on its way to a room, before the user has confirmed it. */
export interface TextDraft {
  readonly kind: 'text';
  /** The command's title, for the steps. */
  readonly title: string;
  /** What it is called in messages, for example "src/main.ts:3–7". */
  readonly name: string;
  /** Where it comes from, when that is a file on the disk. */
  readonly origin?: ShareOrigin;
  /** The exact markdown that will be sent, and what is odd about it. */
  render(comment: string | undefined): Promise<RenderedText>;
  /** The same as a file, for what is too long for a message. */
  readonly asFile?: FileSource;
}

/** The exact markdown of a message, and what the user should know before it goes. */
export interface RenderedText {
  readonly markdown: string;
  /** Of the code, without header and fences. */
  readonly lineCount: number;
  readonly warnings: readonly string[];
}

/** Files on their way to a room, one message each. */
export interface FilesDraft {
  readonly kind: 'files';
  readonly title: string;
  readonly files: readonly FileSource[];
  /** Shows them until it is decided what becomes of them. */
  readonly shown?: Disposable;
}

/** A file of the Web that the service fetches itself. */
export interface RemoteFileDraft {
  readonly kind: 'remoteFile';
  readonly title: string;
  /** Checked by `parsePublicUrl`. */
  readonly url: string;
}

export type ShareDraft = TextDraft | FilesDraft | RemoteFileDraft;

/**
 * Makes a draft of what the user pointed at, from the arguments that menus hand to commands. A source shows nothing that
 * leaves, and never takes more than was pointed at: `undefined` when there is nothing, or the user gave up.
 */
export type ShareSource = (...args: readonly unknown[]) => Promise<ShareDraft | undefined>;

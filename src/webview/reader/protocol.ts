// What the reader's page and the extension say to each other. Types only: both sides see no more of each other.

/** What can be done with a code block. */
export type BlockAction = 'copy' | 'insert' | 'open' | 'here' | 'compare' | 'apply';

/** What can be done with an attachment. */
export type FileAction = 'openFile' | 'compareFile' | 'saveFile' | 'downloadFile' | 'applyFile';

/** A message as the page shows it. Everything is plain text but `html`, which the host has made safe. */
export interface ShownMessage {
  readonly id: string;
  readonly author: string;
  /** E-mail, to tell namesakes apart. */
  readonly authorDetail: string;
  /** Milliseconds since the epoch; 0 where the service gave no readable time. */
  readonly createdMs: number;
  /** A heading for all messages of a day. */
  readonly day: string;
  readonly time: string;
  readonly exactTime: string;
  /** Blocks of code are `<div class="block" data-block="0">`, numbered in their order. */
  readonly html: string;
  /** For each block what can be done with it. */
  readonly blocks: readonly (readonly BlockAction[])[];
  readonly fileCount: number;
  readonly edited: string;
  readonly exactEditTime: string;
  /** Said in the place of a message that is no more. */
  readonly deleted: string;
  /** Why the message, or a part of it, cannot be read. */
  readonly failure: string;
}

/** An attachment by its head. */
export interface ShownFile {
  readonly name: string;
  /** Type and size. */
  readonly detail: string;
  /** None for a file that cannot be fetched: only its place is shown. */
  readonly actions: readonly FileAction[];
}

/** What the page says itself, in the user's language. */
export type ReaderStrings = Readonly<
  Record<
    | BlockAction
    | FileAction
    | 'feed'
    | 'reply'
    | 'refresh'
    | 'toNewest'
    | 'loading'
    | 'actions'
    | 'file'
    | 'newMessage'
    | 'newMessages'
    | 'noNewMessages',
    string
  >
>;

/** What the page shows instead of messages, or below them. */
export interface ShownFailure {
  readonly message: string;
  readonly actions: readonly { readonly id: string; readonly label: string }[];
}

/** From the extension to the page. */
export type ToPage =
  | { readonly kind: 'strings'; readonly strings: ReaderStrings; readonly language: string }
  /** `start` takes the place of everything, `anchorId` is scrolled to, else the end. */
  | {
      readonly kind: 'messages';
      readonly place: 'start' | 'older' | 'newer';
      readonly messages: readonly ShownMessage[];
      readonly hasOlder: boolean;
      readonly hasNewer: boolean;
      readonly anchorId?: string;
      /** Of `newer`: the message these stand behind. A page that does not end with it keeps its place. */
      readonly afterId?: string;
      /** How many of these were posted since the last refresh. */
      readonly newCount?: number;
      /** Stands above the first message when there are no older ones. */
      readonly top: string;
    }
  | { readonly kind: 'changed'; readonly messages: readonly ShownMessage[] }
  | { readonly kind: 'files'; readonly messageId: string; readonly files: readonly ShownFile[] }
  /** A refresh that the user asked for has ended. */
  | { readonly kind: 'refreshed'; readonly newCount: number }
  | { readonly kind: 'failed'; readonly failure: ShownFailure | undefined };

/** From the page to the extension: ids and numbers only. */
export type FromPage =
  | { readonly kind: 'ready'; readonly anchor?: { readonly id: string; readonly createdMs: number } }
  | { readonly kind: 'older' | 'newer'; readonly messageId: string }
  | { readonly kind: 'newest' | 'refresh' }
  /** To a message, which is quoted then, or to the room. */
  | { readonly kind: 'reply'; readonly messageId?: string }
  /** A file and line that a message names. */
  | { readonly kind: 'openPath'; readonly path: string; readonly line: number }
  | { readonly kind: 'block'; readonly action: BlockAction; readonly messageId: string; readonly block: number }
  | { readonly kind: 'files'; readonly messageId: string }
  | { readonly kind: 'file'; readonly action: FileAction; readonly messageId: string; readonly file: number }
  | { readonly kind: 'errorAction'; readonly id: string };

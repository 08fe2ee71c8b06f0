// Messages between the reader's page and the extension. Types only, so that neither side imports code of the other.

/** Actions for a code block. */
export type BlockAction = 'copy' | 'insert' | 'open' | 'here' | 'compare' | 'apply';

/** Actions for an attachment. */
export type FileAction = 'openFile' | 'compareFile' | 'saveFile' | 'downloadFile' | 'applyFile';

/** What a key or a menu does with the message or the code that has the focus: the end of the id of its command. */
export type PageAction =
  | 'mainAction'
  | 'goToFile'
  | 'compare'
  | 'applyPatch'
  | 'copy'
  | 'insert'
  | 'reply'
  | 'replyWithSelection'
  | 'replyWithFile'
  | 'quote'
  | 'thread'
  | 'delete'
  | 'firstUnread'
  | 'search'
  | 'write'
  | 'menu'
  | 'send'
  | 'openDraft';

/** Where the focus is in the page: `none` is also another part of the window. */
export type FocusPlace = 'messages' | 'field' | 'none';

/** A message as shown by the page. All fields are plain text except `html`, which the host has made safe. */
export interface ShownMessage {
  readonly id: string;
  readonly author: string;
  /** The e-mail address, to distinguish people with the same name. */
  readonly authorDetail: string;
  /** Letters for the picture of the author; empty if the name has none. */
  readonly initials: string;
  /** From 0 to 7. */
  readonly colour: number;
  /** The user wrote it. */
  readonly isOwn: boolean;
  /** Milliseconds since the epoch; 0 when the service gave no valid time. */
  readonly createdMs: number;
  /** For screen readers: author, time, the first words, and whether there is code or a file. */
  readonly label: string;
  readonly time: string;
  readonly exactTime: string;
  /** Code blocks are `<div class="block" data-block="0">`, numbered in order. */
  readonly html: string;
  /** The actions for each block. */
  readonly blocks: readonly (readonly BlockAction[])[];
  readonly fileCount: number;
  readonly edited: string;
  readonly exactEditTime: string;
  /** The text for a deleted message. */
  readonly deleted: string;
  /** Why the message, or part of it, could not be read. */
  readonly failure: string;
}

/** A message with its replies; each of them can be absent. */
export interface ShownThread {
  /** The id of the first message, also when that is not shown. */
  readonly id: string;
  /** The time of the newest message in milliseconds since the epoch; 0 when it has no valid time. */
  readonly createdMs: number;
  /** The heading for the threads of a day, by their newest messages. */
  readonly day: string;
  /** What the replies answer, if that message is not shown; else empty. */
  readonly parent: string;
  readonly root?: ShownMessage;
  /** The visible replies, oldest first. */
  readonly replies: readonly ShownMessage[];
  /** The text for showing more replies; empty if all are visible. */
  readonly more: string;
  /** The visible replies can be hidden again. */
  readonly isExpanded: boolean;
}

/** An attachment, described by its metadata. */
export interface ShownFile {
  readonly name: string;
  /** Type and size. */
  readonly detail: string;
  /** Empty for a file that cannot be fetched. */
  readonly actions: readonly FileAction[];
  /** It is an image of a documented type that is small enough for the page. */
  readonly hasPreview: boolean;
}

/** The text that the script of the page adds, in the user's language. */
export type ReaderStrings = Readonly<
  Record<
    | BlockAction
    | FileAction
    | 'actions'
    | 'fewerReplies'
    | 'file'
    | 'imageFailed'
    | 'isReply'
    | 'loading'
    | 'more'
    | 'newMessage'
    | 'newMessages'
    | 'noNewMessages'
    | 'notAvailable'
    | 'reply'
    | 'replyTo'
    | 'showImage'
    | 'toNewest'
    | 'unread',
    string
  >
>;

/** An error, shown instead of messages or below them. */
export interface ShownFailure {
  readonly message: string;
  readonly actions: readonly { readonly id: string; readonly label: string }[];
}

/** From the extension to the page. */
export type ToPage =
  /** `start` replaces all threads and scrolls to the message `anchorId`, or to the end. */
  | {
      readonly kind: 'messages';
      readonly place: 'start' | 'older' | 'newer';
      readonly threads: readonly ShownThread[];
      readonly hasOlder: boolean;
      readonly hasNewer: boolean;
      readonly anchorId?: string;
      /** Focuses that message, because the user asked for it. */
      readonly isTarget?: boolean;
      /** For `newer`: the thread before these. A page that does not end with it ignores them. */
      readonly afterId?: string;
      /** Until when the user had read the room when it was opened, in milliseconds since the epoch. */
      readonly readUntilMs?: number;
      /** The number of messages of others since the last refresh. */
      readonly newCount?: number;
      /** Text above the first message when there are no older ones. */
      readonly top: string;
    }
  | { readonly kind: 'changed'; readonly threads: readonly ShownThread[] }
  | { readonly kind: 'files'; readonly messageId: string; readonly files: readonly ShownFile[] }
  | {
      readonly kind: 'image';
      readonly messageId: string;
      readonly file: number;
      readonly name: string;
      readonly mediaType: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly maxPixels: number;
    }
  | { readonly kind: 'imageFailed'; readonly messageId: string; readonly file: number; readonly text: string }
  /** A refresh by the user has finished. */
  | { readonly kind: 'refreshed'; readonly newCount: number }
  | { readonly kind: 'failed'; readonly failure: ShownFailure | undefined }
  /** The text was sent or is in an editor; with a failure, the page still has it. */
  | { readonly kind: 'taken'; readonly text: string; readonly failure?: string }
  /** The start of a text that quotes a message. */
  | { readonly kind: 'quote'; readonly text: string }
  /** Scrolls to a message. */
  | { readonly kind: 'reveal'; readonly messageId: string }
  /** Runs an action, for the message and the block of a menu or else for those with the focus. */
  | {
      readonly kind: 'run';
      readonly action: PageAction;
      readonly messageId?: string | undefined;
      readonly block?: number | undefined;
    };

/** From the page to the extension: ids and numbers only. */
export type FromPage =
  /** The page begins, at the message where it was. `anchorMs`: when that was created; 0 if not known. */
  | { readonly kind: 'ready'; readonly anchorId?: string; readonly anchorMs?: number }
  | { readonly kind: 'older' | 'newer'; readonly threadId: string }
  /** Shows more replies of a thread, or only the newest. */
  | { readonly kind: 'replies'; readonly threadId: string; readonly isMore: boolean }
  /** Shows the message that replies answer. */
  | { readonly kind: 'showMessage'; readonly messageId: string }
  | { readonly kind: 'newest' | 'refresh' | 'search' }
  /** A text of the user, to the room or into a thread: as it is now, to send, or to continue in an editor. */
  | { readonly kind: 'typed' | 'send' | 'openDraft'; readonly text: string; readonly threadId?: string }
  | { readonly kind: 'delete' | 'copyMessage' | 'quote'; readonly messageId: string }
  /** Shares the selection of the last editor, or files, into the thread of a message. */
  | { readonly kind: 'replyWith'; readonly what: 'selection' | 'file'; readonly messageId: string }
  | { readonly kind: 'focus'; readonly place: FocusPlace }
  /** A file location in a message. */
  | { readonly kind: 'openPath'; readonly path: string; readonly line: number }
  | { readonly kind: 'block'; readonly action: BlockAction; readonly messageId: string; readonly block: number }
  | { readonly kind: 'image'; readonly messageId: string; readonly file: number }
  | { readonly kind: 'file'; readonly action: FileAction; readonly messageId: string; readonly file: number }
  | { readonly kind: 'errorAction'; readonly id: string };

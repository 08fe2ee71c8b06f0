// Messages between the reader's page and the extension. Types only, so that neither side imports code of the other.

/** Actions for a code block. */
export type BlockAction =
  | 'copy'
  | 'insert'
  | 'open'
  | 'here'
  | 'compare'
  | 'apply'
  | 'replyApplied'
  | 'showChanges'
  | 'undoPatch';

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
  | 'quickReply'
  | 'markUnread'
  | 'thread'
  | 'edit'
  | 'delete'
  | 'firstUnread'
  | 'search'
  | 'write'
  | 'menu'
  | 'send'
  | 'openDraft';

/** A message with its replies; each of them can be absent. */
export interface ShownThread {
  /** The id of the first message, also when that is not shown. */
  readonly id: string;
  /** The time of the newest message in milliseconds since the epoch; 0 when it has no valid time. */
  readonly createdMs: number;
  /** The heading for the threads of a day, by their newest messages. */
  readonly day: string;
  /**
   * The articles of the messages, those of the replies in `.replies`. The host has escaped everything that people wrote. A
   * button has its request as `data-request`, as JSON.
   */
  readonly html: string;
}

/** The text that the script of the page adds, in the user's language. */
export type ReaderStrings = Readonly<
  Record<
    | 'control'
    | 'imageFailed'
    | 'loading'
    | 'newMessage'
    | 'newMessages'
    | 'noNewMessages'
    | 'notAvailable'
    | 'nothingUnread'
    | 'replyTo'
    | 'sent'
    | 'toNewest'
    | 'unread',
    string
  >
>;

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
      /** For `newer` and `older`: the thread next to these. A page that does not end or begin with it ignores them. */
      readonly besideId?: string;
      /** Until when the user had read the room when it was opened, in milliseconds since the epoch. */
      readonly readUntilMs?: number;
      /** The number of messages of others since the last refresh. */
      readonly newCount?: number;
      /** Text above the first message when there are no older ones. */
      readonly top: string;
    }
  | { readonly kind: 'changed'; readonly threads: readonly ShownThread[] }
  /** The attachments of a message, as the items of its list. */
  | { readonly kind: 'files'; readonly messageId: string; readonly html: string }
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
  /** An error, and what helps, as HTML; empty when it is over. */
  | { readonly kind: 'failed'; readonly html: string }
  /** The text was sent or is in an editor; with a failure, the page still has it. */
  | { readonly kind: 'taken'; readonly text: string; readonly failure?: string }
  /** The start of a text that quotes a message. */
  | { readonly kind: 'quote'; readonly text: string }
  /** The people of the room for the name at the end of `before`, which `length` characters are of, with its `@`. */
  | {
      readonly kind: 'people';
      readonly before: string;
      readonly length: number;
      readonly people: readonly { readonly label: string; readonly detail: string; readonly text: string }[];
    }
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
  | {
      readonly kind: 'ready';
      readonly anchorId?: string;
      readonly anchorMs?: number;
      readonly region?: string;
      readonly timeZone?: string;
      readonly isMac?: boolean;
    }
  | { readonly kind: 'older' | 'newer'; readonly threadId: string }
  /** Shows more replies of a thread, or only the newest. */
  | { readonly kind: 'replies'; readonly threadId: string; readonly isMore: boolean }
  /** Shows the message that replies answer. */
  | { readonly kind: 'showMessage'; readonly messageId: string }
  | { readonly kind: 'newest' | 'refresh' | 'search' }
  /** A text of the user, to the room or into a thread: as it is now, to send, or to continue in an editor. */
  | { readonly kind: 'typed' | 'send' | 'openDraft'; readonly text: string; readonly threadId?: string }
  | { readonly kind: 'delete' | 'copyMessage' | 'markUnread'; readonly messageId: string }
  | { readonly kind: 'quote'; readonly messageId: string }
  /** Shares the selection of the last editor, or files, into the thread of a message. */
  | { readonly kind: 'replyWithSelection' | 'replyWithFile' | 'quickReply'; readonly messageId: string }
  | { readonly kind: 'edit'; readonly messageId: string; readonly block?: number }
  /** The text before the cursor, in which a name is typed. */
  | { readonly kind: 'people'; readonly before: string }
  /** An image that was pasted, to share. */
  | { readonly kind: 'pasteImage'; readonly bytes: Uint8Array; readonly threadId?: string }
  /** Opens a place that the message names. */
  | { readonly kind: 'place'; readonly messageId: string; readonly place: number }
  | { readonly kind: 'block'; readonly action: BlockAction; readonly messageId: string; readonly block: number }
  | { readonly kind: 'image'; readonly messageId: string; readonly file: number }
  | { readonly kind: 'file'; readonly action: FileAction; readonly messageId: string; readonly file: number }
  | { readonly kind: 'errorAction'; readonly id: string };

// Messages between the page that shows messages before they are sent and the extension. Types only, so that neither side imports code of the other.

/** A file of a message. All fields are plain text. */
export interface PageFile {
  readonly name: string;
  /** For example its size. */
  readonly detail: string;
  /** The beginning of its text, the first lines as safe HTML of one block, and the lines below them. */
  readonly text?: {
    readonly html: string;
    readonly rest: string;
    /** For example "+ 50 more lines". */
    readonly more: string;
    /** What stays below all lines. */
    readonly end: string;
  };
  /** Its content, if the page can show it. */
  readonly image?: { readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> };
}

/** A message as its room will show it. */
export interface PageMessage {
  /** Made safe by the host. */
  readonly html: string;
  readonly file?: PageFile;
}

/** What to show. Everything but the HTML of the messages is plain text. */
export interface PageContent {
  readonly to: string;
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
  readonly messages: readonly PageMessage[];
  /** Exact texts that are marked wherever they are: possible secrets. */
  readonly secrets: readonly string[];
  /** Beginnings of lines that the room may show in another way. */
  readonly unsupported: readonly string[];
  /** Characters that are invisible, and are shown as their number. */
  readonly hiddenCharacters: readonly string[];
  /** The height of the step above the page, in CSS pixels. */
  readonly coveredPx: number;
}

export type ToMessagePage =
  | { readonly kind: 'show'; readonly id: number; readonly content: PageContent }
  | { readonly kind: 'scroll'; readonly by: number };

export type FromMessagePage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'left' }
  | { readonly kind: 'entered' }
  /** The content with this id is on the screen. */
  | { readonly kind: 'drawn'; readonly id: number };

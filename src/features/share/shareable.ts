import type { NewShare } from '../../core/outbox/newShare.ts';
import type { LinesAuthor } from '../../core/rooms/linesAuthor.ts';
import type { FileSource } from './fileSource.ts';

/** One message of a share, before its record. */
export interface Outgoing extends Pick<NewShare, 'name' | 'origin' | 'warnings'> {
  /** A URL and a file can have a comment as their text. */
  readonly content:
    | Exclude<NewShare['content'], { kind: 'file' }>
    | { readonly kind: 'file'; readonly file: FileSource; readonly text?: string };
}

/** A share before it is confirmed, about which the user decides at once. */
export interface Proposal {
  /** The name in questions and notifications, for example "src/main.ts:3–7". */
  readonly name: string;
  /** A comment belongs to the first. */
  readonly messages: readonly Outgoing[];
  /** What the user should know, besides possible secrets. */
  readonly warnings?: readonly string[];
  /** The name of a text as a file, if it can be sent as one. */
  readonly asFileName?: string;
  /** The number of lines of a text, without header and fences. */
  readonly lineCount?: number;
}

/** What is sent of a share. `textOnly` sends without the images. */
export type SendChoice = 'send' | 'textOnly' | 'asFile';

/**
 * Proposes the share for a choice and a comment, which is not blank. All kinds of shares differ in this alone.
 * @param isLast what was shown is sent now: a file that is shown with fixed bytes stays as it is, however it grows on disk
 */
export type Propose = (choice: SendChoice, comment: string | undefined, isLast?: boolean) => Promise<Proposal>;

/** Another share in place of the one that is shown. */
export interface AlternativeShare {
  readonly label: string;
  /** What the user may have expected to be in the share: a reason to ask, and offered at once. */
  readonly isLeftOut?: true;
  open(): Promise<Shareable | undefined>;
}

/** Something to share, before the room is chosen. */
export interface Shareable {
  /** The title of its steps, instead of that of its command. */
  readonly title?: string;
  readonly propose: Propose;
  /** The comment that the confirmation starts with. */
  readonly comment?: string | undefined;
  /** See `RoomPickOptions`. Then the room is always chosen. */
  readonly sameRoomId?: string;
  /** Who wrote what is shared, to ask them. Never rejects. */
  readonly authors?: () => Promise<readonly LinesAuthor[]>;
  /** What the confirmation offers to share as well, because the user may not know that it is left out. */
  readonly alternatives?: readonly AlternativeShare[];
}

/** A shareable with the title of its steps. */
export interface TitledShareable extends Shareable {
  readonly title: string;
  /** A program asks for it: it is always confirmed, and not by keys meant for another place. Aborted, it is closed. */
  readonly asked?: AbortSignal;
  /** Gets the focus when its lists have closed. */
  readonly origin?: { lose(): void; focus(): Promise<void> };
}

/** The exact text, if the share is one. */
export function markdownOf({ messages: [first] }: Proposal): string | undefined {
  return first?.content.kind === 'text' ? first.content.markdown : undefined;
}

export function filesOf({ messages }: Proposal): readonly FileSource[] {
  return messages.flatMap(({ content }) => (content.kind === 'file' ? [content.file] : []));
}

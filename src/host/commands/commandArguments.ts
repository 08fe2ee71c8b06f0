import { fieldsOf } from '../../core/base/json.ts';
import type { DraftParent } from '../../core/drafts/messageDraft.ts';

/** A room in the Rooms view, as menus pass it to commands. */
export interface RoomNode {
  readonly kind: 'room';
  readonly roomId: string;
  readonly messageId?: string;
  readonly isAtUnread?: boolean;
  /** The message of the room that is replied to. */
  readonly parent?: DraftParent;
}

/** The message that a room was opened for, by a notification or an address. */
export function messageIdOf(argument: unknown): string | undefined {
  const { messageId } = fieldsOf(argument);
  return typeof messageId === 'string' && messageId !== '' ? messageId : undefined;
}

/** Whether a room was opened for its first unread message. */
export function isAtUnread(argument: unknown): boolean {
  return fieldsOf(argument).isAtUnread === true;
}

/** The argument of a command in a keybinding of the user. */
export interface KeybindingArgument {
  /** The id of a room, as Copy Room ID copies it. */
  readonly room: string;
}

function isKeybindingArgument(argument: unknown): argument is KeybindingArgument {
  return typeof fieldsOf(argument).room === 'string';
}

/** Whether a keybinding of the user leads to the person who wrote the selected lines: `{ "to": "author" }`. */
export function isToAuthor(argument: unknown): boolean {
  return fieldsOf(argument).to === 'author';
}

/** The id of the room that a command was called for: on a room of the Rooms view, on a share, or by a keybinding. */
export function roomIdOf(argument: unknown): string | undefined {
  if (isKeybindingArgument(argument)) return argument.room;
  const { kind, roomId } = fieldsOf(argument);
  const isRoom = (kind === 'room' || kind === 'share') && typeof roomId === 'string';
  // The room of a share to a person is not known before it is sent.
  return isRoom && roomId !== '' ? roomId : undefined;
}

/** The message that a command replies to. */
export function parentOf(argument: unknown): DraftParent | undefined {
  const { id, author, line } = fieldsOf(fieldsOf(argument).parent);
  const isParent = typeof id === 'string' && typeof author === 'string' && typeof line === 'string';
  return isParent && id !== '' ? { id, author, line } : undefined;
}

/** The share that a command applies to: that of a row of Recent Shares, or an id. */
export function shareIdOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  const { shareId } = fieldsOf(argument);
  return typeof shareId === 'string' ? shareId : undefined;
}

/** A file without an address, as a browser provides it. Its name is untrusted. */
export interface DroppedFile {
  readonly name: string;
  read(): Promise<Uint8Array>;
}

/** Whether the argument of a command is such a file. */
export function isDroppedFile(value: unknown): value is DroppedFile {
  const { name, read } = fieldsOf(value);
  return typeof name === 'string' && typeof read === 'function';
}

/** A room in the Rooms view, as menus pass it to commands. */
export interface RoomNode {
  readonly kind: 'room';
  readonly roomId: string;
}

/** The id of the room that a command was called for, on a room of the Rooms view or on a share. */
export function roomIdOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { kind, roomId } = argument as { readonly kind?: unknown; readonly roomId?: unknown };
  return (kind === 'room' || kind === 'share') && typeof roomId === 'string' ? roomId : undefined;
}

/** A file without an address, as a browser provides it. Its name is untrusted. */
export interface DroppedFile {
  readonly name: string;
  read(): Promise<Uint8Array>;
}

/** Whether the argument of a command is such a file. */
export function isDroppedFile(value: unknown): value is DroppedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, read } = value as Partial<Record<keyof DroppedFile, unknown>>;
  return typeof name === 'string' && typeof read === 'function';
}

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

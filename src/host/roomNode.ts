/** A row of the Rooms view that is a room, as menus hand it to commands. */
export interface RoomNode {
  readonly kind: 'room';
  readonly roomId: string;
}

/** The room a command was called on, when it was called on a row of the Rooms view, or of a share to a room. */
export function roomIdOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { kind, roomId } = argument as { readonly kind?: unknown; readonly roomId?: unknown };
  return (kind === 'room' || kind === 'share') && typeof roomId === 'string' ? roomId : undefined;
}

import { l10n } from 'vscode';
import { nextEvent } from '../../core/base/emitter.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import { isKeybindingArgument, type KeybindingArgument, roomIdOf } from '../../host/commands/commandArguments.ts';
import { listedRoom, pickRoom } from '../../host/ui/pickRoom.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';
import type { TitledShareable } from './shareable.ts';
import type { SharePorts } from './step.ts';

/** A room that is not known yet is looked for in this many pages. */
const maxPages = 10;

/**
 * The room of a share: that of the row or the keybinding the command was called by, else the user picks one, or a person.
 * The row of a share that is sent to another room does not count.
 * @param onComment see `KnownRoomOptions`
 */
export async function chooseRoom(
  ports: SharePorts,
  argument: unknown,
  { title, sameRoomId }: Pick<TitledShareable, 'title' | 'sameRoomId'>,
  onComment?: () => void,
): Promise<TargetRoom | undefined> {
  const pick = () => pickRoom(ports, title, { canMessagePerson: true, sameRoomId, onComment });
  if (sameRoomId !== undefined) return pick();
  const roomId = roomIdOf(argument);
  if (roomId === undefined) return pick();
  const known = await listedRoom(ports, roomId);
  if (known !== undefined || !isKeybindingArgument(argument)) return known ?? pick();
  const { account } = await ports.connection.requireSession();
  const [room] = await ports.directory.retry([roomId], maxPages);
  if (room !== undefined) return { ...room, account };
  void showWarningMessage(l10n.t("The room wasn't found. Choose another one."));
  return pick();
}

/** The room pinned for this workspace, or else the one used last; `undefined` if there is none. */
export async function lastRoom({
  rooms,
  marks,
  directory,
}: Pick<SharePorts, 'rooms' | 'marks' | 'directory'>): Promise<KeybindingArgument | undefined> {
  // In a new window, the marks of the account are read after the account itself.
  if (rooms.accountId === undefined) await nextEvent(rooms.onDidChangeAccount);
  const { workspaceRoom, recent } = marks.record;
  // A room that is gone is not the last one.
  const room = workspaceRoom ?? recent.find((id) => directory.find(id) !== undefined) ?? recent[0];
  return room === undefined ? undefined : { room };
}

import { l10n } from 'vscode';
import { nextEvent } from '../../core/base/emitter.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import { isToAuthor, type KeybindingArgument, roomIdOf } from '../../host/commands/commandArguments.ts';
import { withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import { type SoughtPerson, soughtAuthor } from '../../host/ui/pickDirectRoom.ts';
import { listedRoom, pickRoom } from '../../host/ui/pickRoom.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';
import type { TitledShareable } from './shareable.ts';
import type { SharePorts, Step } from './step.ts';

/**
 * The room of a share: that of the row or the keybinding the command was called by, else the user picks one, or a person.
 * The row of a share that is sent to another room does not count.
 * @param onComment see `KnownRoomOptions`
 */
export async function chooseRoom(
  ports: SharePorts,
  argument: unknown,
  {
    title,
    sameRoomId,
    authors,
    lists,
  }: Pick<TitledShareable, 'title' | 'sameRoomId' | 'authors'> & Pick<Step, 'lists'>,
  onComment?: () => void,
): Promise<TargetRoom | undefined> {
  const pick = (first?: SoughtPerson) =>
    pickRoom(ports, title, { canMessagePerson: true, sameRoomId, onComment, authors, lists }, first);
  if (sameRoomId !== undefined) return pick();
  if (isToAuthor(argument)) {
    onComment?.();
    return pick(await onlyAuthor(authors));
  }
  const roomId = roomIdOf(argument);
  if (roomId === undefined) return pick();
  const known = await listedRoom(ports, roomId);
  if (known !== undefined) return known;
  void showWarningMessage(l10n.t("The room wasn't found. Choose another one."));
  return pick();
}

/** The only other person who wrote what is shared. The user chooses among several in the list. A notice says if there is none. */
async function onlyAuthor(authors: TitledShareable['authors'] = async () => []): Promise<SoughtPerson | undefined> {
  const [author, ...others] = await withStatusProgress(l10n.t('Asking Git who wrote these lines'), authors);
  if (author === undefined) showNotice(l10n.t('Git knows no other author of these lines.'));
  return author && others.length === 0 ? soughtAuthor(author) : undefined;
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

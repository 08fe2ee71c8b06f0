import { commands, env, l10n, window } from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { isUnreadable } from '../../core/rooms/knownRoom.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import { nextUnreadRoom, unreadRoomIds } from '../../core/rooms/unreadRooms.ts';
import { type RoomNode, roomIdOf } from '../../host/commands/commandArguments.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { pickRoom } from '../../host/ui/pickRoom.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { showNotice, showSuccess } from '../../host/ui/statusBar.ts';
import { registerPart } from '../../host/vscode/registerPart.ts';
import { setting } from '../../host/vscode/settings.ts';
import { roomDecorations } from './roomDecorations.ts';
import { roomDragAndDrop } from './roomDragAndDrop.ts';
import { RoomFilter } from './roomFilter.ts';
import { openCommands } from './roomOpener.ts';
import { RoomsView, type RoomsViewPorts } from './roomsView.ts';
import { RoomTree } from './roomTree.ts';

/** The Rooms view and its commands. */
export function registerRooms(ports: RoomsViewPorts) {
  const { directory, marks, emails, clock } = ports;
  const owned = new DisposableStore();
  const order = setting('rooms.sortBy') === 'name' ? 'name' : 'activity';
  const tree = owned.add(new RoomTree({ directory, marks, emails, clock }, { order, filter: '' }));
  const view = owned.add(new RoomsView(ports, tree));
  const decorations = owned.add(roomDecorations(directory, marks));
  owned.add(registerPart(ports.log, 'decorations', () => window.registerFileDecorationProvider(decorations)));
  const filter = owned.add(new RoomFilter({ ...ports, tree }));
  const handlers = {
    ...listCommands(ports, tree, view),
    ...openCommands(clock),
    'roomside.readNextUnread': readNextUnread(ports, tree),
    'roomside.pinRoom': onRoom((id) => marks.pin(id)),
    'roomside.unpinRoom': onRoom((id) => marks.unpin(id)),
    'roomside.pinRoomForWorkspace': onRoom((id) => marks.pinForWorkspace(id)),
    'roomside.unpinRoomForWorkspace': onRoom(() => marks.pinForWorkspace(undefined)),
    'roomside.hideRoom': onRoom((id) => marks.hide(id)),
    'roomside.unhideRoom': onRoom((id) => marks.show(id)),
    'roomside.filterRooms': () => filter.open(),
    'roomside.clearRoomFilter': () => filter.set(''),
    'roomside.stopRoomSearch': () => filter.stopSearch(),
    '_roomside.cancelRoomFilter': () => filter.cancel(),
  } satisfies Partial<CommandHandlers>;
  return { commands: handlers, tree, dragAndDrop: roomDragAndDrop(directory), dispose: () => owned.dispose() };
}

function listCommands({ directory, rooms }: RoomsViewPorts, tree: RoomTree, view: RoomsView) {
  return {
    'roomside.refreshRooms': () => view.refresh(),
    '_roomside.loadMoreRooms': () => directory.loadMore(),
    '_roomside.showMoreRooms': (groupId) => {
      if (typeof groupId === 'string') tree.showMore(groupId);
    },
    'roomside.markRoomsSeen': () => rooms.markAllRead(),
    'roomside.retryRoom': onRoom((roomId) => retryRoom(directory, roomId)),
    'roomside.copyRoomId': onRoom(async (roomId) => {
      await env.clipboard.writeText(roomId);
      showSuccess(l10n.t('Copied the ID of {0}', displayTitle(directory.find(roomId)?.title ?? '') || roomId));
    }),
  } satisfies Partial<CommandHandlers>;
}

/** "Next Unread": in the order of the tree, after the room that it has opened last. */
function readNextUnread(ports: RoomsViewPorts, tree: RoomTree) {
  const { connection, directory, marks } = ports;
  let lastId: string | undefined;
  return async (): Promise<void> => {
    await connection.client();
    if (directory.snapshot.status === 'idle') await directory.refresh();
    const unread = new Set(unreadRoomIds({ directory, marks }));
    const ids = directory.sorted(tree.options.order).flatMap(({ id }) => (unread.has(id) ? id : []));
    lastId = nextUnreadRoom(ids, lastId);
    const { status, error } = directory.snapshot;
    if (lastId === undefined && status === 'failed') throw error;
    // The list takes the keys of those who go on as after Read Room.
    const title = l10n.t('No Unread Rooms. Read Room');
    const roomId = lastId ?? (await pickRoom(ports, title, { totalSteps: 1 }))?.id;
    if (roomId === undefined) return;
    const node: RoomNode = { kind: 'room', roomId, isAtUnread: lastId !== undefined };
    await commands.executeCommand('roomside.readRoom', node);
  };
}

/** For commands of a row. Keyboard shortcuts run them without a row. */
function onRoom(run: (roomId: string) => Promise<void>) {
  return async (node: unknown): Promise<void> => {
    const roomId = roomIdOf(node);
    if (roomId !== undefined) await run(roomId);
    else void showNothing(l10n.t('Run this command from the menu of a room in the Rooms view.'));
  };
}

async function retryRoom(directory: RoomDirectory, roomId: string): Promise<void> {
  const [room] = await directory.retry([roomId]);
  if (room === undefined) showNotice(l10n.t('This room is no longer in your list.'));
  else if (isUnreadable(room))
    showNotice(l10n.t("Still couldn't decrypt the title: {0}", room.errors?.title?.reason ?? ''));
  else showSuccess(l10n.t('The title of the room is available again.'));
}

import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { Room } from '../core/api/resources.ts';
import { DisposableStore } from '../core/base/disposable.ts';
import { displayTitle } from '../core/rooms/displayTitle.ts';
import { groupRooms, type RoomGroup } from '../core/rooms/groupRooms.ts';
import type { RoomDirectory } from '../core/rooms/roomDirectory.ts';
import { isUnreadable } from '../core/rooms/unreadable.ts';
import { groupTitle } from './groupTitle.ts';
import { relativeTime } from './relativeTime.ts';

/** A row of the picker: a room, or the way to the next page. */
interface RoomRow extends QuickPickItem {
  readonly room?: Room;
}

/** Lets the user choose a room, by id behind its title. More pages come while it is open. `undefined` when given up. */
export function pickRoom(directory: RoomDirectory, title: string, totalSteps = 2): Promise<Room | undefined> {
  const store = new DisposableStore();
  const picker = store.add(window.createQuickPick<RoomRow>());
  Object.assign(picker, {
    title,
    ...(totalSteps > 1 && { step: 1, totalSteps }),
    placeholder: l10n.t('Choose a room'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const render = (): void => {
    picker.busy = directory.snapshot.status === 'loading';
    const [active] = picker.activeItems;
    picker.items = rowsOf(directory);
    const again = picker.items.find((row) => row.room !== undefined && row.room.id === active?.room?.id);
    if (again !== undefined) picker.activeItems = [again];
  };
  store.add(directory.onDidChange(render));
  render();
  return new Promise<Room | undefined>((resolve) => {
    store.add(
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row?.room !== undefined) resolve(row.room);
        else if (row !== undefined) void directory.loadMore();
      }),
    );
    store.add(picker.onDidHide(() => resolve(undefined)));
    picker.show();
    const { status } = directory.snapshot;
    if (status === 'idle' || status === 'failed') void directory.refresh();
  }).finally(() => store.dispose());
}

function rowsOf(directory: RoomDirectory): readonly RoomRow[] {
  const { snapshot } = directory;
  const groups = groupRooms(directory.sorted('activity').filter((room) => !isUnreadable(room)));
  const rows = groups.flatMap((group) => [
    { label: groupTitle(group), kind: QuickPickItemKind.Separator },
    ...group.rooms.map((room) => rowOf(room, group)),
  ]);
  if (snapshot.status === 'failed') {
    return [...rows, { label: `$(warning) ${l10n.t('The rooms could not be loaded. Try again')}`, alwaysShow: true }];
  }
  return snapshot.hasMore ? [...rows, { label: `$(ellipsis) ${l10n.t('Load More Rooms')}`, alwaysShow: true }] : rows;
}

function rowOf(room: Room, group: RoomGroup): RoomRow {
  const icon = room.type === 'direct' ? 'account' : room.isLocked ? 'lock' : 'comment-discussion';
  // Rooms of one title are told apart by their team and their activity.
  const team = group.kind === 'team' ? groupTitle(group) : '';
  const description = [team, relativeTime(room.lastActivity, Date.now())].filter(Boolean).join(' · ');
  return { label: `$(${icon}) ${displayTitle(room.title)}`, description, room };
}

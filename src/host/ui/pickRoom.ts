import { l10n, ThemeIcon } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import type { RoomOrPerson, TargetRoom } from '../../core/rooms/directPerson.ts';
import { PageSearch } from '../../core/rooms/pageSearch.ts';
import { LiveQuickPick } from './liveQuickPick.ts';
import { type PickOptions, type PickPersonPorts, pickDirectRoom } from './pickDirectRoom.ts';
import { type RoomPickItem, type RoomPickOptions, roomPickItems } from './roomPickItems.ts';
import { showNotice } from './statusBar.ts';

const rowsAtATime = 100;
/** The number of searched rooms is updated after this many. */
const progressStep = 500;

/**
 * Lets the user choose a room or a person. The result is a room with its id, because titles are not unique. `undefined`
 * when the user cancels.
 */
export async function pickRoom(ports: PickPersonPorts, title: string, totalSteps = 2): Promise<TargetRoom | undefined> {
  return pick(ports, { title, totalSteps, canMessagePerson: false });
}

/**
 * The same for something to send, which can also go to a person without a direct room.
 * @param sameRoomId see `RoomPickOptions`
 */
export async function pickTarget(
  ports: PickPersonPorts,
  title: string,
  sameRoomId?: string,
): Promise<TargetRoom | undefined> {
  return pick(ports, { title, totalSteps: 2, canMessagePerson: true, sameRoomId });
}

async function pick(
  ports: PickPersonPorts,
  options: PickOptions & Pick<RoomPickOptions, 'sameRoomId'>,
): Promise<TargetRoom | undefined> {
  for (;;) {
    const { account } = await ports.connection.requireSession();
    const room = await pickRoomOrPerson(ports, options);
    if (room === undefined) return undefined;
    // The list changed to the rooms of another account while it was open: the row may be one of either.
    const { account: current } = await ports.connection.requireSession();
    if (current.id === account.id) return { ...room, account };
    showNotice(l10n.t('The account has changed. Select the room again.'));
  }
}

/** The known room with this id, of the active account. */
export async function listedRoom(
  { connection, directory }: Pick<PickPersonPorts, 'connection' | 'directory'>,
  roomId: string | undefined,
): Promise<TargetRoom | undefined> {
  const { account } = await connection.requireSession();
  const room = directory.find(roomId ?? '');
  return room && { ...room, account };
}

async function pickRoomOrPerson(
  ports: PickPersonPorts,
  options: PickOptions & Pick<RoomPickOptions, 'sameRoomId'>,
): Promise<RoomOrPerson | undefined> {
  for (;;) {
    const choice = await pickKnownRoom(ports, options);
    if (choice?.kind !== 'findPerson') return choice?.room;
    const room = await pickDirectRoom(ports, { ...options, text: choice.text });
    if (room !== 'back') return room;
  }
}

type Choice = { readonly kind: 'room'; readonly room: Room } | { readonly kind: 'findPerson'; readonly text: string };

/** More pages load while it is open. */
function pickKnownRoom(
  ports: PickPersonPorts,
  { title, totalSteps, canMessagePerson, sameRoomId }: PickOptions & Pick<RoomPickOptions, 'sameRoomId'>,
): Promise<Choice | undefined> {
  const { directory } = ports;
  const store = new DisposableStore();
  const live = store.add(
    new LiveQuickPick<RoomPickItem>(({ room, action, isAnswer }) => room?.id ?? (isAnswer ? action : undefined)),
  );
  const { picker } = live;
  const placeholder = canMessagePerson ? l10n.t('Select a room or a person') : l10n.t('Select a room');
  const steps = totalSteps > 1 && { step: 1, totalSteps };
  Object.assign(picker, { title, ...steps, placeholder, matchOnDescription: true, ignoreFocusOut: true });
  picker.buttons = [
    {
      iconPath: new ThemeIcon('person-add'),
      tooltip: canMessagePerson ? l10n.t('Send to a Person…') : l10n.t('Find a Person…'),
    },
  ];
  let limit = rowsAtATime;
  let shownCount = 0;
  const query = (): string => picker.value.trim();
  const foundCount = () => (query() === '' ? undefined : directory.search(query(), 0).totalCount);
  const search = store.add(new PageSearch({ directory, clock: ports.clock, foundCount }));
  const rows = (): readonly RoomPickItem[] =>
    roomPickItems(ports, {
      ...{ query: query(), limit, shown: picker.items, canMessagePerson, sameRoomId },
      isSearching: search.isRunning,
    });
  const refresh = (): void => {
    picker.busy = search.isRunning || directory.snapshot.status === 'loading';
    const fresh = rows();
    const { roomCount } = directory.snapshot;
    const isProgress = search.isRunning && roomCount - shownCount >= progressStep;
    // Rows do not move while the user is selecting, unless there are more rooms to choose from.
    if (live.isSameChoice(fresh) && !isProgress) return;
    shownCount = roomCount;
    live.show(fresh);
  };
  store.add(directory.onDidChange(refresh));
  store.add(search.onDidChange(refresh));
  // Email addresses arrive after their rows and do not change the order of the rows.
  store.add(
    ports.emails.onDidChange(() => {
      const fresh = new Map(rows().map((row) => [row.room?.id, row]));
      live.show(picker.items.map((row) => (row.room && fresh.get(row.room.id)) ?? row));
    }),
  );
  store.add(
    picker.onDidChangeValue(() => {
      limit = rowsAtATime;
      live.answer(rows());
      search.onQuery();
    }),
  );
  refresh();
  return new Promise<Choice | undefined>((resolve) => {
    const findPerson = (): void => resolve({ kind: 'findPerson', text: picker.value.trim() });
    live.onDidChoose(({ action, room }) => {
      if (action === 'findPerson') findPerson();
      else if (action === 'loadMore') void directory.loadMore();
      else if (action === 'searchMore') search.startAll();
      else if (action === 'stopSearch') search.stop();
      else if (action === 'showMore') {
        limit += rowsAtATime;
        live.show(rows());
      } else if (room !== undefined) resolve({ kind: 'room', room });
    });
    store.add(picker.onDidTriggerButton(findPerson));
    store.add(picker.onDidHide(() => resolve(undefined)));
    live.open();
    const { status } = directory.snapshot;
    if (status === 'idle' || status === 'failed') void directory.refresh();
  }).finally(() => store.dispose());
}

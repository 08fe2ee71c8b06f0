import { commands, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { roomIdOf } from '../../host/commands/commandArguments.ts';
import type { Services } from '../../host/services.ts';
import { roomTitle } from '../../host/ui/groupTitle.ts';
import type { PickPersonPorts } from '../../host/ui/pickDirectRoom.ts';
import { pickRoom } from '../../host/ui/pickRoom.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { timeText } from '../../host/vscode/formats.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { RoomWatcher, WatchSession } from './model/roomWatcher.ts';
import { type AccountWatch, maxWatchedRooms, type WatchedRoom, type WatchMode } from './model/watchStore.ts';
import type { WatchPolls } from './watchPolls.ts';

export type WatchPorts = PickPersonPorts &
  Pick<Services, 'active' | 'connection' | 'errors' | 'lock' | 'marks' | 'answers' | 'poller' | 'storage' | 'log'>;

interface WatchCommandPorts extends WatchPorts {
  readonly watcher: RoomWatcher;
  readonly polls: Pick<WatchPolls, 'refresh'>;
}

/** "Watch Room…": selects the messages of a room that cause a notification. */
export async function watchRoom(ports: WatchCommandPorts, node: unknown): Promise<void> {
  const { connection } = ports;
  const roomId = roomIdOf(node);
  if (roomId !== undefined) return chooseMode(ports, await connection.requireSession(), roomId);
  const room = await pickRoom(ports, l10n.t('Watch Room'));
  if (room !== undefined) await chooseMode(ports, await connection.requireSession(room.account.id), room.id);
}

interface WatchRow extends QuickPickItem {
  readonly run?: () => Promise<unknown>;
}

/** "Watched Rooms": lists the watched rooms, and what is watched in all rooms; choosing one changes it. */
export async function showWatchedRooms(ports: WatchCommandPorts): Promise<void> {
  const session = await ports.connection.requireSession();
  const { rooms, account } = await ports.watcher.watches(session.account.id);
  const rows = rooms
    .map((room): WatchRow => {
      const run = () => chooseMode(ports, session, room.roomId);
      return { label: titleOf(ports, room.roomId), description: modeText(ports, room), run };
    })
    .sort((one, other) => one.label.localeCompare(other.label));
  // Also below what is typed, which may be the name of another room.
  const watch = {
    label: l10n.t('Watch Room…'),
    alwaysShow: true,
    run: async () => commands.executeCommand('roomside.watchRoom'),
  };
  const choice = await window.showQuickPick<WatchRow>(
    [...rows, { label: '', kind: QuickPickItemKind.Separator }, ...accountRows(ports, session, account), watch],
    { title: l10n.t('Watched Rooms'), placeHolder: l10n.t('Select what to change') },
  );
  await choice?.run?.();
}

/** What is watched in all rooms. Choosing a row turns it on or off. */
function accountRows(ports: WatchCommandPorts, session: WatchSession, account: AccountWatch): readonly WatchRow[] {
  const row = (watch: 'direct' | 'replies', label: string, detail: string): WatchRow => ({
    label,
    detail,
    description: account[watch] ? l10n.t('on') : l10n.t('off'),
    run: () => watchAccount(ports, session, { ...account, [watch]: !account[watch] }, [label, !account[watch]]),
  });
  return [
    row('direct', l10n.t('Direct Messages'), l10n.t('Notify about new messages in all direct rooms')),
    row('replies', l10n.t('Replies to Me'), l10n.t('Notify about replies to your messages in all rooms')),
  ];
}

async function watchAccount(
  { watcher, polls, directory, clock }: WatchCommandPorts,
  session: WatchSession,
  account: AccountWatch,
  [label, isOn]: readonly [string, boolean],
): Promise<void> {
  // By the clock of the service, if it is known.
  const sinceMs = directory.newestActivityMs(clock.now()) || clock.now();
  await watcher.watchAccount(session.account.id, { ...account, sinceMs });
  showSuccess(isOn ? l10n.t('Watching “{0}”', label) : l10n.t('No longer watching “{0}”', label));
  if (isOn) warnWithoutPolls();
  await polls.refresh();
}

async function chooseMode(ports: WatchCommandPorts, session: WatchSession, roomId: string): Promise<void> {
  const { watcher, polls, directory } = ports;
  const { rooms } = await watcher.watches(session.account.id);
  const current = rooms.find((room) => room.roomId === roomId)?.mode ?? 'off';
  const title = titleOf(ports, roomId);
  const row = (mode: WatchMode, label: string, detail: string): QuickPickItem & { mode: WatchMode } => ({
    mode,
    label,
    detail,
    ...(mode === current && { description: l10n.t('current') }),
  });
  const mentions = row('mentions', l10n.t('Mentions'), l10n.t('Notify about messages that mention you or everyone'));
  const all = row('all', l10n.t('All Messages'), l10n.t('Notify about new messages from other people'));
  // The messages of a direct room are for the user, and have no mentions.
  const isDirect = directory.find(roomId)?.type === 'direct';
  const rows = [
    ...(isDirect ? [all, mentions] : [mentions, all]),
    row('off', l10n.t('Off'), l10n.t('No notifications')),
  ];
  const choice = await window.showQuickPick(rows, { title: l10n.t('Watch “{0}”', title) });
  if (choice === undefined) return;
  await setMode(ports, session, { roomId, mode: choice.mode, title });
  await polls.refresh();
}

async function setMode(
  { watcher }: WatchCommandPorts,
  session: WatchSession,
  { roomId, mode, title }: { readonly roomId: string; readonly mode: WatchMode; readonly title: string },
): Promise<void> {
  const result = await (mode === 'off' ? watcher.unwatch(session, roomId) : watcher.watch(session, roomId, mode));
  if (result === 'full') {
    return warn(l10n.t("Couldn't watch “{0}”. You can watch up to {1} rooms.", title, maxWatchedRooms), {
      label: l10n.t('Show Watched Rooms'),
      command: 'roomside.showWatchedRooms',
    });
  }
  if (result === 'refused') {
    return warn(l10n.t("Couldn't watch “{0}”. The service didn't allow Roomside to read its messages.", title));
  }
  const done = {
    all: l10n.t('Watching “{0}” for all messages', title),
    mentions: l10n.t('Watching “{0}” for mentions', title),
    off: l10n.t('Notifications for “{0}” are off', title),
  };
  showSuccess(done[mode]);
  if (mode !== 'off') warnWithoutPolls();
}

function warnWithoutPolls(): void {
  if (setting('rooms.refreshSeconds') > 0) return;
  const name = 'roomside.rooms.refreshSeconds';
  warn(l10n.t('Notifications are off while the setting {0} is 0.', name), {
    label: l10n.t('Open Settings'),
    command: 'workbench.action.openSettings',
    argument: `@id:${name}`,
  });
}

/** Not awaited: the notification stays until the user closes it. */
function warn(
  sentence: string,
  action?: { readonly label: string; readonly command: string; readonly argument?: string },
): void {
  const shown = showWarningMessage(sentence, ...(action === undefined ? [] : [action.label]));
  void shown.then((choice) => {
    if (choice !== undefined && action !== undefined) void commands.executeCommand(action.command, action.argument);
  });
}

function modeText({ clock }: WatchCommandPorts, { mode, mutedUntilMs }: WatchedRoom): string {
  const texts = { all: l10n.t('all messages'), mentions: l10n.t('mentions'), off: l10n.t('off') };
  const text = texts[mode ?? 'off'];
  const nowMs = clock.now();
  return mutedUntilMs <= nowMs ? text : `${text} · ${l10n.t('muted until {0}', timeText(mutedUntilMs, nowMs))}`;
}

function titleOf({ directory }: WatchCommandPorts, roomId: string): string {
  return roomTitle(directory.find(roomId));
}

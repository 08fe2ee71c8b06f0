import { commands, l10n, type QuickPickItem, window } from 'vscode';
import type { RoomWatcher, WatchSession } from '../../core/watch/roomWatcher.ts';
import { maxWatchedRooms, type WatchedRoom, type WatchMode } from '../../core/watch/watchStore.ts';
import { roomIdOf } from '../../host/commands/commandArguments.ts';
import type { Services } from '../../host/services.ts';
import { roomTitle } from '../../host/ui/groupTitle.ts';
import type { PickPersonPorts } from '../../host/ui/pickDirectRoom.ts';
import { pickRoom } from '../../host/ui/pickRoom.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { timeText } from '../../host/vscode/formats.ts';
import { showInformationMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { WatchPolls } from './watchPolls.ts';

export type WatchPorts = PickPersonPorts &
  Pick<Services, 'active' | 'connection' | 'lock' | 'marks' | 'poller' | 'storage' | 'log'>;

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

/** "Show Watched Rooms": lists the watched rooms; choosing one changes how it is watched. */
export async function showWatchedRooms(ports: WatchCommandPorts): Promise<void> {
  const session = await ports.connection.requireSession();
  const rooms = await ports.watcher.rooms(session.account.id);
  if (rooms.length === 0) {
    const watch = l10n.t('Watch Room…');
    // Not awaited: the notification stays until the user closes it.
    void showInformationMessage(l10n.t('No rooms are watched.'), watch).then((choice) => {
      if (choice === watch) void commands.executeCommand('roomside.watchRoom');
    });
    return;
  }
  const rows = rooms
    .map((room) => ({ label: titleOf(ports, room.roomId), description: modeText(ports, room), roomId: room.roomId }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const options = { title: l10n.t('Watched Rooms'), placeHolder: l10n.t('Select a room to change how it is watched') };
  const choice = await window.showQuickPick(rows, options);
  if (choice !== undefined) await chooseMode(ports, session, choice.roomId);
}

async function chooseMode(ports: WatchCommandPorts, session: WatchSession, roomId: string): Promise<void> {
  const { watcher, polls } = ports;
  const current = (await watcher.rooms(session.account.id)).find((room) => room.roomId === roomId)?.mode ?? 'off';
  const title = titleOf(ports, roomId);
  const row = (
    mode: WatchMode | 'off',
    label: string,
    detail: string,
  ): QuickPickItem & { mode: WatchMode | 'off' } => ({
    ...{ mode, label, detail },
    ...(mode === current && { description: l10n.t('current') }),
  });
  const rows = [
    row('mentions', l10n.t('Mentions'), l10n.t('Notify about messages that mention you or everyone')),
    row('all', l10n.t('All Messages'), l10n.t('Notify about new messages from other people')),
    row('off', l10n.t('Off'), l10n.t('No notifications')),
  ];
  const choice = await window.showQuickPick(rows, { title: l10n.t('Watch “{0}”', title) });
  if (choice === undefined) return;
  if (choice.mode === 'off') {
    await watcher.unwatch(session.account.id, roomId);
    showSuccess(l10n.t('No longer watching “{0}”', title));
  } else await setMode(ports, session, { roomId, mode: choice.mode, title });
  await polls.refresh();
}

async function setMode(
  { watcher }: WatchCommandPorts,
  session: WatchSession,
  { roomId, mode, title }: { readonly roomId: string; readonly mode: WatchMode; readonly title: string },
): Promise<void> {
  const result = await watcher.watch(session, roomId, mode);
  if (result === 'full') {
    return warn(l10n.t("Couldn't watch “{0}”. You can watch up to {1} rooms.", title, maxWatchedRooms), {
      label: l10n.t('Show Watched Rooms'),
      command: 'roomside.showWatchedRooms',
    });
  }
  if (result === 'refused') {
    return warn(l10n.t("Couldn't watch “{0}”. The service did not allow Roomside to read its messages.", title));
  }
  const done =
    mode === 'all' ? l10n.t('Watching “{0}” for all messages', title) : l10n.t('Watching “{0}” for mentions', title);
  showSuccess(done);
  if (setting('rooms.refreshSeconds') > 0) return;
  const name = 'roomside.rooms.refreshSeconds';
  return warn(l10n.t('Notifications are off while the setting {0} is 0.', name), {
    ...{ label: l10n.t('Open Settings'), command: 'workbench.action.openSettings', argument: `@id:${name}` },
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
  const text = mode === 'all' ? l10n.t('all messages') : l10n.t('mentions');
  const nowMs = clock.now();
  return mutedUntilMs <= nowMs ? text : `${text} · ${l10n.t('muted until {0}', timeText(mutedUntilMs, nowMs))}`;
}

function titleOf({ directory }: WatchCommandPorts, roomId: string): string {
  return roomTitle(directory.find(roomId));
}

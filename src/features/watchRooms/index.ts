import { Uri } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { lazy } from '../../core/base/lazy.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { AccountFolder } from '../../platform/storage/accountFolder.ts';
import { RoomWatcher } from './model/roomWatcher.ts';
import { WatchStore } from './model/watchStore.ts';
import type { WatchPorts } from './watchCommands.ts';
import { WatchNotices } from './watchNotices.ts';
import { WatchPolls } from './watchPolls.ts';

/** Watched rooms: notifications for new messages, and the commands that select the rooms. */
export function registerWatchRooms(
  ports: WatchPorts,
): Disposable & { readonly commands: CommandHandlers<'roomside.watchRoom' | 'roomside.showWatchedRooms'> } {
  const owned = new DisposableStore();
  const store = new WatchStore(new AccountFolder(Uri.joinPath(ports.storage, 'watch').fsPath), ports.lock);
  const watcher = new RoomWatcher({ ...ports, store });
  const notices = owned.add(new WatchNotices({ ...ports, watcher }));
  const polls = owned.add(new WatchPolls({ ...ports, watcher, notices }));
  // The polls are in every window, and need no lists.
  const chooser = lazy(() => import('./watchCommands.ts'));
  const commands = {
    'roomside.watchRoom': async (node: unknown) => (await chooser()).watchRoom({ ...ports, watcher, polls }, node),
    'roomside.showWatchedRooms': async () => (await chooser()).showWatchedRooms({ ...ports, watcher, polls }),
  };
  return { commands, dispose: () => owned.dispose() };
}

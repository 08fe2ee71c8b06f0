import './platform/testTimings.ts';
import { type ExtensionContext, type TreeView, window } from 'vscode';
import type { LoadedServices } from './compose/createServices.ts';
import { createFeatures, registerCommands } from './compose/features.ts';
import { lazyDragAndDrop, lazyTree, registerProviders } from './compose/providers.ts';
import { resumeStoredWork } from './compose/resumeStoredWork.ts';
import type { Own } from './compose/startup.ts';
import { DisposableStore } from './core/base/disposable.ts';
import { type Lazy, lazy } from './core/base/lazy.ts';
import { watchHandover } from './features/openInEditor/watchHandover.ts';
import type { ShareNode } from './features/outbox/shareItems.ts';
import type { RoomTreeNode } from './features/rooms/roomTree.ts';
import { registerProblemActions, showProblemContext } from './features/share/sources/problemActions.ts';
import { keepTerminals } from './features/share/sources/terminalHistory.ts';
import { offerCommand, windowIdOf } from './features/terminal/offerCommand.ts';
import { openOutputLog } from './host/vscode/outputLog.ts';
import { registerPart } from './host/vscode/registerPart.ts';
import { readStoredWork } from './platform/storage/storedWork.ts';

// decisions/0002
/**
 * Runs at the start of VS Code. Registers the entry points and loads the rest on first use or when there is stored work. VS
 * Code waits for all of it before it calls an entry point. Each part has a turn of the event loop, so that other extensions,
 * which start at the same time, wait for none longer than a few milliseconds.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const own: Own = (item) => owned.add(item);
  const log = own(openOutputLog());
  const terminals = own(keepTerminals(log));
  await nextTurn();
  const services: Lazy<LoadedServices> = lazy(async () => {
    const { createServices } = await import('./compose/createServices.ts');
    return createServices(startup);
  });
  const roomsView: TreeView<RoomTreeNode> = own(
    window.createTreeView('roomside.rooms', {
      treeDataProvider: lazyTree(async () => (await features.rooms()).tree),
      dragAndDropController: lazyDragAndDrop(async () => (await features.rooms()).dragAndDrop),
      showCollapseAll: true,
    }),
  );
  const sharesView: TreeView<ShareNode> = own(
    window.createTreeView('roomside.shares', {
      treeDataProvider: lazyTree(async () => (await services()).sharesTree),
    }),
  );
  const loadSharedLines = (): Promise<unknown> => features.sharedLines();
  const windowId = windowIdOf(context.storageUri);
  const startup = { context, log, own, windowId, terminals, roomsView, sharesView, loadSharedLines };
  const features = createFeatures(services, startup);
  const stored = lazy(() => readStoredWork(context.globalStorageUri.fsPath));
  await nextTurn();
  own(registerCommands(services, features));
  await nextTurn();
  const { secrets } = context;
  for (const provider of registerProviders({ services, features, stored, secrets, log })) own(provider);
  await nextTurn();
  own(resumeStoredWork({ secrets, stored, features, log }));
  own(
    registerPart(log, 'command in terminals', () => offerCommand({ context, windowId, load: features.terminal, log })),
  );
  own(registerPart(log, 'quick fixes', registerProblemActions));
  own(registerPart(log, 'context of problems', showProblemContext));
  own(watchHandover(context.globalStorageUri, async () => (await features.openInEditor()).takeHandover(), log));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

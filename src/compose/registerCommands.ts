import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { Lazy } from '../core/base/lazy.ts';
import type { CommandHandlers, CommandId } from '../host/commands/commandIds.ts';
import type { LoadedServices } from './createServices.ts';
import type { Features } from './features.ts';

/** Registers all commands. Each loads its feature when it runs. */
export function registerCommands(services: Lazy<LoadedServices>, features: Features): Disposable {
  const store = new DisposableStore();
  for (const id of Object.keys(featureOfCommand) as CommandId[]) {
    store.add(commands.registerCommand(id, (...args: unknown[]) => runCommand(services, features, id, args)));
  }
  return store;
}

/** The features that handle commands. */
type FeatureWith<Id extends CommandId> = {
  [Name in keyof Features]: Awaited<ReturnType<Features[Name]>> extends { readonly commands: CommandHandlers<Id> }
    ? Name
    : never;
}[keyof Features];

/** The feature that handles each command. Its type makes it complete. */
const featureOfCommand = {
  'roomside.signIn': 'signIn',
  'roomside.chooseSignIn': 'signIn',
  'roomside.signOut': 'accounts',
  'roomside.switchAccount': 'accounts',
  'roomside.trySandbox': 'sandbox',
  'roomside.shareSelection': 'share',
  'roomside.shareCurrentFile': 'share',
  'roomside.shareFiles': 'share',
  'roomside.sendMessage': 'composer',
  'roomside.sendDraft': 'composer',
  'roomside.sendDraftAsFile': 'composer',
  'roomside.previewDraft': 'composer',
  'roomside.changeDraftRoom': 'composer',
  'roomside.discardDraft': 'composer',
  'roomside.openDraft': 'composer',
  'roomside.shareUrl': 'share',
  'roomside.shareClipboardImage': 'share',
  'roomside.shareChanges': 'share',
  'roomside.shareStagedChanges': 'share',
  'roomside.shareProblem': 'share',
  'roomside.shareLastCommand': 'share',
  'roomside.shareTerminalSelection': 'share',
  'roomside.shareTestFailure': 'share',
  'roomside.shareCell': 'share',
  'roomside.shareValue': 'share',
  'roomside.shareStackFrame': 'share',
  'roomside.readRoom': 'reader',
  'roomside.openInEditor': 'openInEditor',
  'roomside.openAttachment': 'attachments',
  'roomside.downloadAttachment': 'attachments',
  'roomside.saveAttachment': 'attachments',
  'roomside.compareAttachment': 'attachments',
  'roomside.applyAttachment': 'attachments',
  'roomside.copyAsMessage': 'share',
  'roomside.refreshRooms': 'rooms',
  'roomside.retryRoom': 'rooms',
  'roomside.copyRoomId': 'rooms',
  'roomside.filterRooms': 'rooms',
  'roomside.clearRoomFilter': 'rooms',
  'roomside.pinRoom': 'rooms',
  'roomside.unpinRoom': 'rooms',
  'roomside.pinRoomForWorkspace': 'rooms',
  'roomside.unpinRoomForWorkspace': 'rooms',
  'roomside.hideRoom': 'rooms',
  'roomside.unhideRoom': 'rooms',
  'roomside.showHiddenRooms': 'rooms',
  'roomside.concealHiddenRooms': 'rooms',
  'roomside.sortRoomsByActivity': 'rooms',
  'roomside.sortRoomsByName': 'rooms',
  'roomside.markRoomsSeen': 'rooms',
  'roomside.watchRoom': 'watchRooms',
  'roomside.showWatchedRooms': 'watchRooms',
  'roomside.sendWaitingShares': 'outbox',
  'roomside.retryFailedShares': 'outbox',
  'roomside.retryShare': 'outbox',
  'roomside.confirmShareArrived': 'outbox',
  'roomside.undoShare': 'outbox',
  'roomside.copyShare': 'outbox',
  'roomside.openSharedFile': 'outbox',
  'roomside.discardShare': 'outbox',
  'roomside.forgetShare': 'outbox',
  'roomside.cancelShare': 'outbox',
  'roomside.removeStoredData': 'storedData',
  'roomside.diagnoseConnection': 'diagnose',
  'roomside.showLog': 'log',
  '_roomside.loadMoreRooms': 'rooms',
  '_roomside.showMoreRooms': 'rooms',
  '_roomside.openRoom': 'rooms',
  '_roomside.enterRoom': 'rooms',
  '_roomside.cancelRoomFilter': 'rooms',
  '_roomside.signInWithToken': 'signIn',
} as const satisfies { readonly [Id in CommandId]: FeatureWith<Id> };

/** Loads the feature of a command, runs the command and reports its error. Rejects only when loading fails. */
async function runCommand(
  services: Lazy<LoadedServices>,
  features: Features,
  id: CommandId,
  args: readonly unknown[],
): Promise<void> {
  const feature: Lazy<{ readonly commands: Partial<CommandHandlers> }> = features[featureOfCommand[id]];
  const { commands: handlers } = await feature();
  try {
    await handlers[id]?.(...args);
  } catch (error) {
    const { errors } = await services();
    // Not awaited: the command is finished, and the notification may stay open.
    void errors.report(error);
  }
}

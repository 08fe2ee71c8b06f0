/** Every command, in the order of the manifest; a test keeps the two equal. Those with an underscore are not for people. */
export const commandIds = [
  'roomside.signIn',
  'roomside.chooseSignIn',
  'roomside.signOut',
  'roomside.switchAccount',
  'roomside.trySandbox',
  'roomside.shareSelection',
  'roomside.shareCurrentFile',
  'roomside.shareFiles',
  'roomside.sendMessage',
  'roomside.shareUrl',
  'roomside.shareChanges',
  'roomside.shareStagedChanges',
  'roomside.shareProblem',
  'roomside.shareLastCommand',
  'roomside.shareTerminalSelection',
  'roomside.shareTestFailure',
  'roomside.shareCell',
  'roomside.shareValue',
  'roomside.shareStackFrame',
  'roomside.openAttachment',
  'roomside.downloadAttachment',
  'roomside.saveAttachment',
  'roomside.compareAttachment',
  'roomside.copyAsMessage',
  'roomside.refreshRooms',
  'roomside.retryRoom',
  'roomside.copyRoomId',
  'roomside.removeStoredData',
  'roomside.diagnoseConnection',
  'roomside.showLog',
  '_roomside.loadMoreRooms',
  '_roomside.signInWithToken',
] as const;

export type CommandId = (typeof commandIds)[number];

/** A handler for each command of a feature. Arguments come from menus and are checked by the handler. */
export type CommandHandlers<Id extends CommandId = CommandId> = Readonly<
  Record<Id, (...args: readonly unknown[]) => Promise<void> | void>
>;

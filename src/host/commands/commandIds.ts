/** The commands that each feature handles, without `roomside.`. Those with an underscore are internal and not in the manifest. */
const commandsOfFeature = {
  signIn: ['signIn chooseSignIn _signInWithToken'],
  accounts: ['signOut switchAccount'],
  sandbox: ['trySandbox shareSample'],
  share: [
    'shareSelection shareSelectionToLastRoom addSelectionToMessage shareCurrentFile shareFiles shareUrl',
    'shareChanges shareStagedChanges shareFileVersion shareCommit shareProblem shareLastCommand',
    'shareTerminalSelection shareTestFailure shareCell shareValue copyAsMessage copyLink sendToAnotherRoom',
    'sendLastShareToAnotherRoom _updateMessage _backToRooms _scrollMessageUp _scrollMessageDown',
  ],
  composer: ['sendMessage sendDraft sendDraftAsFile previewDraft changeDraftRoom discardDraft openDraft editMessage'],
  reader: [
    'readRoom readThisRoom readerMainAction readerGoToFile readerCompare readerApplyPatch readerCopy',
    'readerCopyLink openInApp openThisInApp readerInsert readerReply readerQuote readerThread readerDelete',
    'readerFirstUnread readerSearch readerMenu readerKeys readerWrite readerSend readerOpenDraft',
    'readerReplyWithSelection readerReplyWithFile readerQuickReply readerMarkUnread readerEdit _messageChanged sendSuggestion',
  ],
  rooms: [
    'readNextUnread refreshRooms retryRoom copyRoomId filterRooms clearRoomFilter stopRoomSearch pinRoom',
    'unpinRoom pinRoomForWorkspace unpinRoomForWorkspace hideRoom unhideRoom markRoomsSeen _loadMoreRooms',
    '_showMoreRooms _openRoom _enterRoom _cancelRoomFilter',
  ],
  openInEditor: ['openInEditor'],
  sharedLines: ['sharedLinesInFile nextSharedLines previousSharedLines _sharedLine'],
  attachments: ['openAttachment downloadAttachment saveAttachment compareAttachment applyAttachment'],
  watchRooms: ['watchRoom showWatchedRooms'],
  outbox: [
    'sendUnsentShares retryShare sendShareToRoom confirmShareArrived undoShare copyShare openSharedFile',
    'discardShare forgetShare remindTomorrow noAnswerNeeded cancelShare _showFailedShares _pressShare _shareRow',
  ],
  terminal: ['copyMcpConfiguration'],
  storedData: ['removeStoredData'],
  diagnose: ['diagnoseConnection'],
  documentation: ['openDocumentation'],
  log: ['showLog'],
} as const;

type Feature = keyof typeof commandsOfFeature;
type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text;
type IdOf<Name extends string> = Name extends `_${infer Inner}` ? `_roomside.${Inner}` : `roomside.${Name}`;
type FeatureOfCommand = { readonly [Name in Feature as IdOf<Word<(typeof commandsOfFeature)[Name][number]>>]: Name };

export type CommandId = keyof FeatureOfCommand;

/** The feature that handles each command. */
export const featureOfCommand = Object.fromEntries(
  Object.entries(commandsOfFeature).flatMap(([feature, names]) =>
    names.flatMap((text) => text.split(' ').map((name) => [name.replace(/^_?/, '$&roomside.'), feature])),
  ),
) as FeatureOfCommand;

export const commandIds = Object.keys(featureOfCommand) as CommandId[];

/** The handlers for the commands of a feature. Arguments come from menus; the handler validates them. */
export type CommandHandlers<Id extends CommandId = CommandId> = Readonly<
  Record<Id, (...args: readonly unknown[]) => Promise<void> | void>
>;

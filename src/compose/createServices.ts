import { type ExtensionContext, type Memento, type TreeView, Uri, window } from 'vscode';
import { withAutoStart } from '../core/api/pipe.ts';
import type { Send } from '../core/api/send.ts';
import type { Account } from '../core/auth/account.ts';
import { AccountStore } from '../core/auth/accountStore.ts';
import { ActiveAccount, followActive } from '../core/auth/activeAccount.ts';
import { ServiceConnection } from '../core/auth/serviceConnection.ts';
import { handleUri, LatestSignIn, SignInFlows } from '../core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../core/auth/tokenSource.ts';
import { systemClock as clock } from '../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { errorName } from '../core/base/errors.ts';
import type { Log } from '../core/base/log.ts';
import { isLoopbackHost } from '../core/base/loopback.ts';
import { createIdGenerator } from '../core/outbox/newShare.ts';
import { Outbox } from '../core/outbox/outbox.ts';
import { SentContents } from '../core/outbox/sentContents.ts';
import { ShareStore } from '../core/outbox/shareStore.ts';
import { AccountRooms } from '../core/rooms/accountRooms.ts';
import { DirectEmails } from '../core/rooms/directEmails.ts';
import { timeMs } from '../core/rooms/knownRoom.ts';
import { RoomCache } from '../core/rooms/roomCache.ts';
import { RoomDirectory } from '../core/rooms/roomDirectory.ts';
import type { ListRooms } from '../core/rooms/roomListing.ts';
import { RoomMarks } from '../core/rooms/roomMarks.ts';
import { RoomPoller } from '../core/rooms/roomPoller.ts';
import { PollRecords } from '../core/rooms/sharedPolls.ts';
import { createSecretScanner } from '../core/secrets/secretScanner.ts';
import type { ShareNode } from '../features/outbox/shareItems.ts';
import { ErrorReporter } from '../host/errors/errorReporter.ts';
import { isGitIgnored } from '../host/git/gitApi.ts';
import type { Services } from '../host/services.ts';
import { MessagePreview } from '../host/ui/messagePreview.ts';
import { ShareOutcome } from '../host/ui/shareOutcome.ts';
import { StatusItem, UndoableMessage } from '../host/ui/statusBar.ts';
import { setContext } from '../host/vscode/contextKeys.ts';
import { MessageDrafts } from '../host/vscode/messageDrafts.ts';
import { setting } from '../host/vscode/settings.ts';
import {
  accountChoice,
  roomMarksMemento,
  roomsFolder,
  SecretStorageStore,
  SignedInFlagFile,
} from '../host/vscode/storage.ts';
import { testSandboxOf } from '../host/vscode/testSandbox.ts';
import { createNodeTransport } from '../platform/http/nodeTransport.ts';
import { SandboxService } from '../platform/sandbox/sandboxService.ts';
import { AccountFolder } from '../platform/storage/accountFolder.ts';
import { DirectoryLocks } from '../platform/storage/directoryLocks.ts';
import { ShareFolder } from '../platform/storage/shareFolder.ts';
import { connectPoller } from './connectPoller.ts';
import { registerOutbox } from './registerOutbox.ts';
import { registerSessionMaintenance } from './sessionMaintenance.ts';

/** Created when VS Code starts, before the services. */
interface ServicesStartup {
  readonly log: Log;
  readonly roomsView: TreeView<unknown>;
  readonly sharesView: TreeView<ShareNode>;
}

/** The objects that the features share. */
export type LoadedServices = ReturnType<typeof createServices>;

/** Creates the objects that the features share, including the session and the outbox. */
export function createServices(context: ExtensionContext, { log, roomsView, sharesView }: ServicesStartup) {
  const own = <T extends Disposable>(item: T): T => {
    context.subscriptions.push(item);
    return item;
  };
  const errors = new ErrorReporter(log);
  const secrets = own(new SecretStorageStore(context.secrets));
  const { globalState: memory, workspaceState, globalStorageUri: storage, extensionUri, extension } = context;
  const memories = [memory, workspaceState] as const;
  const transport = createNodeTransport();
  const dataFile = Uri.joinPath(storage, 'sandbox', 'sandbox.sqlite').fsPath;
  const files = { program: context.asAbsolutePath('dist/sandbox.mjs'), dataFile };
  const sandbox = own(
    new SandboxService({ secrets, send: transport, log, files, external: testSandboxOf(process.env) }),
  );
  const send = withAutoStart((origin) => sandbox.restart(origin))(transport);

  const status = own(new StatusItem());
  const base = { secrets, storage, send, errors, status, clock, log };
  const { session } = own(createSession({ ...base, transport, workspaceState }));
  const directory = own(new RoomDirectory(listAccountRooms(session.connection)));
  const marks = own(new RoomMarks(roomMarksMemento(...memories)));
  const scanner = createSecretScanner({ isIgnored: isGitIgnored });
  const drafts = new MessageDrafts({ storage, active: session.active, clock });
  const cache = own(new RoomCache(new AccountFolder(roomsFolder(storage)), { clock, log }));
  const emails = own(new DirectEmails({ session: () => session.connection.session(), log }));
  const rooms = own(new AccountRooms({ ...session, directory, marks, cache, emails, clock }));
  const shared = new PollRecords({
    files: new AccountFolder(roomsFolder(storage), '.poll.json'),
    locks: new DirectoryLocks(roomsFolder(storage), { clock, log, times: { pollMs: 1_000 } }),
    log,
  });
  const poller = own(new RoomPoller({ directory, marks, shared, clock, log }));
  own(connectPoller({ poller, active: session.active, directory, view: roomsView, window, clock, log }));
  own(followSignedIn(session.active));
  const views = { rooms, emails, poller, directory, marks, scanner, drafts, preview: own(new MessagePreview()) };
  const kept = { extension, extensionUri, memory, memories, sandbox, closeFiles: () => sandbox.dispose() };
  const parts = { ...base, ...session, ...views, ...kept };
  const { dispose, ...sharing } = createOutbox(parts);
  const { outbox } = sharing;
  const ports = { ...parts, ...sharing };
  const { tree: sharesTree } = own(registerOutbox({ ...ports, sharesView }));
  own({ dispose });
  own(
    outbox.onDidPost(({ accountId, message: { roomId, created } }) => {
      const noted = rooms.noteShare(accountId, roomId, timeMs(created) || clock.now());
      noted.catch((error: unknown) => log.warn(`the room of a share was not noted: ${errorName(error)}`));
    }),
  );
  const onFailure = (error: unknown): void => void errors.report(error);
  const receiveCallback = (uri: Uri): void => handleUri({ flows: session.flows, log, onFailure }, uri);
  return { ...ports, own, receiveCallback, sharesTree };
}

/** Creates the outbox in the global storage, with what shows its outcomes. */
function createOutbox({
  storage,
  accounts,
  connection,
  errors,
  status,
  directory,
  clock,
  log,
}: Pick<Services, 'storage' | 'accounts' | 'connection' | 'errors' | 'status' | 'directory' | 'clock' | 'log'>) {
  const owned = new DisposableStore();
  const folder = Uri.joinPath(storage, 'outbox');
  const files = new ShareFolder(folder.fsPath);
  const store = owned.add(new ShareStore(files, log));
  const locks = new DirectoryLocks(Uri.joinPath(folder, 'claims').fsPath, { clock, log });
  const session = (accountId: string) => connection.session(accountId);
  const maxMessageBytes = () => setting('message.maxBytes');
  const outbox = owned.add(
    new Outbox({ files, store, locks, clock, log, session, maxMessageBytes, newId: createIdGenerator() }),
  );
  const sentContents = owned.add(new SentContents(outbox, accounts));
  const undoable = owned.add(new UndoableMessage(status));
  const outcome = new ShareOutcome({ outbox, errors, undoable, directory });
  return { outbox, sentContents, outcome, undoable, dispose: () => owned.dispose() };
}

/** Lists the rooms of the active account, in pages of the size from the settings. */
function listAccountRooms(connection: ServiceConnection): ListRooms {
  return async function* pages(signal) {
    const client = await connection.client();
    yield* client.listRooms({ max: setting('rooms.pageSize') }, signal);
  };
}

/** Sets the context key that says whether an account is signed in. */
function followSignedIn(active: ActiveAccount): Disposable {
  return followActive(active, (account) => void setContext('roomside:signedIn', account !== undefined));
}

interface CreateSessionPorts extends Pick<Services, 'storage' | 'send' | 'errors' | 'status' | 'clock' | 'log'> {
  readonly secrets: SecretStorageStore;
  readonly workspaceState: Memento;
  /** Unlike `send`, it does not start the sandbox. */
  readonly transport: Send;
}

/** Creates the accounts, their tokens and the connection to the service, with the background tasks of the session. */
function createSession({
  secrets,
  storage,
  workspaceState,
  transport,
  send,
  errors,
  status,
  clock,
  log,
}: CreateSessionPorts) {
  const owned = new DisposableStore();
  const lock = new DirectoryLocks(Uri.joinPath(storage, 'locks').fsPath, { clock, log });
  const accounts = owned.add(
    new AccountStore(secrets, log, { lock, clock, signedInFlag: new SignedInFlagFile(storage) }),
  );
  const active = owned.add(new ActiveAccount({ accounts, choice: accountChoice(workspaceState), log }));
  const flows = owned.add(new SignInFlows({ secrets, lock, accounts, send, clock }, log));
  const turns = new LatestSignIn();
  const tokens = new TokenSource({ accounts, send, clock, log, lock });
  owned.add(registerSessionMaintenance({ accounts, active, tokens, flows, errors, status, clock, log }));
  // The sandbox runs on this machine.
  const transportFor = ({ baseUrl }: Account): Send => (isLoopbackHost(new URL(baseUrl).hostname) ? send : transport);
  const connection = new ServiceConnection({ active, tokens, transportFor, clock, log });
  owned.add(accounts.onDidFail((error) => void errors.report(error)));
  const session = { lock, accounts, active, flows, turns, tokens, connection };
  return { session, dispose: () => owned.dispose() } satisfies Disposable & { readonly session: object };
}

import './host/testTimings.ts';
import type { ExtensionContext } from 'vscode';
import { createNodeTransport } from './core/api/nodeTransport.ts';
import { withRevival } from './core/api/revival.ts';
import { systemClock as clock } from './core/base/clock.ts';
import { DirectEmails } from './core/rooms/directEmails.ts';
import { PollFolder } from './core/rooms/pollFolder.ts';
import { RoomDirectory } from './core/rooms/roomDirectory.ts';
import { RoomMarks } from './core/rooms/roomMarks.ts';
import { RoomPoller } from './core/rooms/roomPoller.ts';
import { createSecretScanner } from './core/share/scan/secretScanner.ts';
import { registerAccounts } from './features/accounts/index.ts';
import { registerAttachments } from './features/attachments/index.ts';
import { registerComposer } from './features/composer/index.ts';
import { createDiagnoseCommands } from './features/diagnose/index.ts';
import { registerLanguageModelTools } from './features/languageModelTools/index.ts';
import { createLogCommands } from './features/log/index.ts';
import { registerOutbox } from './features/outbox/index.ts';
import { registerReader } from './features/reader/index.ts';
import { registerRooms } from './features/rooms/index.ts';
import { createSandboxCommands } from './features/sandbox/index.ts';
import { SandboxService, sandboxFilesOf, sandboxOfEnvironment } from './features/sandbox/sandboxService.ts';
import { registerShare } from './features/share/index.ts';
import { registerCallbackHandler } from './features/signIn/callbackHandler.ts';
import { createSignInCommands } from './features/signIn/index.ts';
import { createStoredDataCommands } from './features/storedData/index.ts';
import { FailureReport } from './host/failureReport.ts';
import { isGitIgnored } from './host/git/gitIgnored.ts';
import { listRooms } from './host/listRooms.ts';
import { MessageDrafts } from './host/messageDrafts.ts';
import { MessagePreview } from './host/messagePreview.ts';
import { openSession } from './host/openSession.ts';
import { OutputLog } from './host/outputLog.ts';
import { registerCommands } from './host/registerCommands.ts';
import { roomsFolder } from './host/roomCacheFolder.ts';
import { roomMarksMemory } from './host/roomMarksMemory.ts';
import { SecretStorageStore } from './host/secretStorage.ts';

/** Everything Roomside is made of, put together once. */
export function activate(context: ExtensionContext): void {
  const own = <T extends { dispose(): void }>(item: T): T => {
    context.subscriptions.push(item);
    return item;
  };
  const log = own(new OutputLog());
  const failures = new FailureReport(log);
  const secrets = own(new SecretStorageStore(context.secrets));
  const { globalState: memory, workspaceState, globalStorageUri: storage, extensionUri } = context;
  const memories = [memory, workspaceState] as const;
  const transport = createNodeTransport();
  const files = sandboxFilesOf(context);
  const sandbox = own(new SandboxService({ secrets, send: transport, log, files, ...sandboxOfEnvironment() }));
  const send = withRevival((origin) => sandbox.revive(origin))(transport);

  const base = { secrets, storage, send, failures, clock, log };
  const { session } = own(openSession({ ...base, workspaceState }));
  // Without waiting: a callback may be what woke the extension.
  own(registerCallbackHandler(session.flows, failures, log));

  const directory = own(new RoomDirectory(listRooms(session.connection)));
  const marks = own(new RoomMarks(roomMarksMemory(...memories)));
  const shared = new PollFolder(roomsFolder(storage), { clock, log });
  const emails = own(new DirectEmails({ session: () => session.connection.session(), log }));
  const poller = own(new RoomPoller({ directory, marks, shared, clock, log }));
  const scanner = createSecretScanner({ isIgnored: isGitIgnored });
  const drafts = new MessageDrafts({ storage, active: session.active, clock });
  const views = { directory, marks, emails, poller, scanner, drafts, preview: own(new MessagePreview()) };
  const kept = { extensionUri, memory, memories, sandbox, closeFiles: () => sandbox.dispose() };
  const ports = { ...base, ...session, ...views, ...kept };
  const shares = own(registerOutbox(ports));
  own(registerLanguageModelTools({ ...ports, ...shares }));
  const share = own(registerShare({ ...ports, ...shares }));
  const handlers = {
    ...createSignInCommands(ports),
    ...createSandboxCommands(ports),
    ...share.commands,
    ...own(registerComposer({ ...ports, ...share })).commands,
    ...shares.commands,
    ...own(registerAttachments(ports)).commands,
    ...own(registerReader(ports)).commands,
    ...own(registerRooms(ports)).commands,
    ...own(registerAccounts(ports)).commands,
    ...createStoredDataCommands({ ...ports, outbox: shares.outbox }),
    ...createDiagnoseCommands({ ...ports, extension: context.extension }),
    ...createLogCommands(log),
  };
  own(registerCommands(handlers, failures));
}

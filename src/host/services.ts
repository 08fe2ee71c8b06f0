import type { Extension, Memento, Uri } from 'vscode';
import type { Send } from '../core/api/send.ts';
import type { AccountStore } from '../core/auth/accountStore.ts';
import type { ActiveAccount } from '../core/auth/activeAccount.ts';
import type { SecretStore } from '../core/auth/secretStore.ts';
import type { ServiceConnection } from '../core/auth/serviceConnection.ts';
import type { LatestSignIn, SignInFlows } from '../core/auth/signIn/signInFlows.ts';
import type { TokenSource } from '../core/auth/tokenSource.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Log } from '../core/base/log.ts';
import type { NamedLocks } from '../core/base/storage/locks.ts';
import type { ReadLines } from '../core/lines/readLines.ts';
import type { Answers } from '../core/messages/answers.ts';
import type { Outbox } from '../core/outbox/outbox.ts';
import type { SentContents } from '../core/outbox/sentContents.ts';
import type { SharesStatus } from '../core/outbox/sharesStatus.ts';
import type { AccountRooms } from '../core/rooms/accountRooms.ts';
import type { DirectEmails } from '../core/rooms/directEmails.ts';
import type { RoomPoller } from '../core/rooms/polls/roomPoller.ts';
import type { RoomDirectory } from '../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../core/rooms/roomMarks.ts';
import type { SecretScanner } from '../core/secrets/secretScanner.ts';
import type { SandboxService } from '../platform/sandbox/sandboxService.ts';
import type { ErrorReporter } from './errors/errorReporter.ts';
import type { ShareOutcome } from './ui/shareOutcome.ts';
import type { StatusItem, UndoableMessage } from './ui/statusBar.ts';
import type { MessageDrafts } from './vscode/messageDrafts.ts';
import type { SyncedMemento } from './vscode/storage.ts';

/** The machine, VS Code and what the extension reports to the user. */
export interface SystemServices {
  readonly clock: Clock;
  readonly log: Log;
  readonly errors: ErrorReporter;
  readonly status: StatusItem;
  readonly secrets: SecretStore;
  /** Locks that all windows respect. */
  readonly lock: NamedLocks;
  /** The global storage folder of the extension, shared by all windows. */
  readonly storage: Uri;
  /** State shared by all windows. */
  readonly memory: SyncedMemento;
  readonly workspaceMemory: Memento;
  readonly extension: Extension<unknown>;
  /** The installation folder of the extension. */
  readonly extensionUri: Uri;
  readonly sandbox: SandboxService;
  /** Sends without a bearer token. */
  readonly transport: Send;
  /** As `transport`, and starts the sandbox if it does not run. */
  readonly send: Send;
}

/** The accounts, and the connection of the active one. */
export interface SessionServices {
  readonly accounts: AccountStore;
  readonly active: ActiveAccount;
  readonly tokens: TokenSource;
  readonly connection: ServiceConnection;
  readonly flows: SignInFlows;
  readonly latestSignIn: LatestSignIn;
}

/** The rooms of the active account. */
export interface RoomServices {
  readonly directory: RoomDirectory;
  readonly marks: RoomMarks;
  readonly emails: DirectEmails;
  readonly rooms: AccountRooms;
  readonly poller: RoomPoller;
  /** The lines of files that the messages share which were read in this window. */
  readonly readLines: ReadLines;
  readonly answers: Answers;
}

/** What is shared, from its draft to its outcome. */
export interface SharingServices {
  readonly outbox: Outbox;
  readonly sharesStatus: SharesStatus;
  readonly sentContents: SentContents;
  readonly outcome: ShareOutcome;
  readonly undoable: UndoableMessage;
  readonly drafts: MessageDrafts;
  readonly scanner: SecretScanner;
}

/** The objects that features share. A feature takes what it needs with `Pick`, so that a test can replace just that. */
export interface Services extends SystemServices, SessionServices, RoomServices, SharingServices {}

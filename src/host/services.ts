import type { Extension, Memento, Uri } from 'vscode';
import type { Send } from '../core/api/send.ts';
import type { AccountStore } from '../core/auth/accountStore.ts';
import type { ActiveAccount } from '../core/auth/activeAccount.ts';
import type { SecretStore } from '../core/auth/secretStore.ts';
import type { ServiceConnection } from '../core/auth/serviceConnection.ts';
import type { TokenSource } from '../core/auth/tokenSource.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Log } from '../core/base/log.ts';
import type { NamedLocks } from '../core/base/storage/locks.ts';
import type { Outbox } from '../core/outbox/outbox.ts';
import type { SentContents } from '../core/outbox/sentContents.ts';
import type { AccountRooms } from '../core/rooms/accountRooms.ts';
import type { DirectEmails } from '../core/rooms/directEmails.ts';
import type { RoomDirectory } from '../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../core/rooms/roomMarks.ts';
import type { RoomPoller } from '../core/rooms/roomPoller.ts';
import type { SecretScanner } from '../core/secrets/secretScanner.ts';
import type { ErrorReporter } from './errors/errorReporter.ts';
import type { MessagePreview } from './ui/messagePreview.ts';
import type { ShareOutcome } from './ui/shareOutcome.ts';
import type { StatusItem, UndoableMessage } from './ui/statusBar.ts';
import type { MessageDrafts } from './vscode/messageDrafts.ts';

/** The objects that features share. A feature takes what it needs with `Pick`, so that a test can replace just that. */
export interface Services {
  readonly accounts: AccountStore;
  readonly active: ActiveAccount;
  readonly tokens: TokenSource;
  readonly connection: ServiceConnection;
  /** Sends without a bearer token, and starts the sandbox if it does not run. */
  readonly send: Send;
  readonly directory: RoomDirectory;
  readonly marks: RoomMarks;
  readonly emails: DirectEmails;
  readonly rooms: AccountRooms;
  readonly poller: RoomPoller;
  readonly outbox: Outbox;
  readonly sentContents: SentContents;
  readonly outcome: ShareOutcome;
  readonly undoable: UndoableMessage;
  readonly drafts: MessageDrafts;
  readonly preview: MessagePreview;
  readonly scanner: SecretScanner;
  readonly errors: ErrorReporter;
  readonly status: StatusItem;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretStore;
  /** Locks that all windows respect. */
  readonly lock: NamedLocks;
  /** The global storage folder of the extension, shared by all windows. */
  readonly storage: Uri;
  /** State shared by all windows. */
  readonly memory: Memento;
  /** The state of all windows and of this workspace. */
  readonly memories: readonly Memento[];
  readonly extension: Extension<unknown>;
  /** The installation folder of the extension. */
  readonly extensionUri: Uri;
  /** Closes open files in the storage folder, so that it can be deleted. */
  closeFiles(): void;
}

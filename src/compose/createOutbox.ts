import { Uri } from 'vscode';
import type { ServiceConnection } from '../core/auth/serviceConnection.ts';
import type { Clock } from '../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { Log } from '../core/base/log.ts';
import { DirectoryLocks } from '../core/base/storage/directoryLocks.ts';
import { createIdGenerator } from '../core/outbox/newShare.ts';
import { Outbox } from '../core/outbox/outbox.ts';
import { ShareFolder } from '../core/outbox/shareFolder.ts';
import { ShareStore } from '../core/outbox/shareStore.ts';
import type { RoomDirectory } from '../core/rooms/roomDirectory.ts';
import type { ErrorReporter } from '../host/errors/errorReporter.ts';
import { ShareOutcome } from '../host/ui/shareOutcome.ts';
import { UndoableMessage } from '../host/ui/statusBar.ts';
import { settings } from '../host/vscode/settings.ts';

interface CreateOutboxPorts {
  /** The global storage folder of the extension, shared by all windows. */
  readonly storage: Uri;
  readonly connection: ServiceConnection;
  readonly errors: ErrorReporter;
  readonly directory: Pick<RoomDirectory, 'find'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface OutboxServices extends Disposable {
  readonly outbox: Outbox;
  readonly outcome: ShareOutcome;
  readonly undoable: UndoableMessage;
}

/** Creates the outbox in the global storage, with what shows its outcomes. */
export function createOutbox({
  storage,
  connection,
  errors,
  directory,
  clock,
  log,
}: CreateOutboxPorts): OutboxServices {
  const owned = new DisposableStore();
  const folder = Uri.joinPath(storage, 'outbox');
  const files = new ShareFolder(folder.fsPath);
  const store = owned.add(new ShareStore(files, log));
  const locks = new DirectoryLocks(Uri.joinPath(folder, 'claims').fsPath, { clock, log });
  const session = connection.session.bind(connection);
  const maxMessageBytes = () => settings.maxMessageBytes.value;
  const outbox = owned.add(
    new Outbox({ files, store, locks, clock, log, session, maxMessageBytes, newId: createIdGenerator() }),
  );
  const undoable = owned.add(new UndoableMessage());
  const outcome = new ShareOutcome({ outbox, errors, undoable, directory });
  return { outbox, outcome, undoable, dispose: () => owned.dispose() };
}

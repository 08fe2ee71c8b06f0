import type { Uri } from 'vscode';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Log } from '../../core/base/log.ts';
import type { DirectEmails } from '../../core/rooms/directEmails.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import type { ErrorReporter } from '../../host/errors/errorReporter.ts';

export interface ReaderPorts {
  readonly active: ActiveAccount;
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly errors: ErrorReporter;
  readonly clock: Clock;
  readonly log: Log;
  /** The installation folder of the extension. */
  readonly extensionUri: Uri;
  readonly marks: RoomMarks;
  readonly emails: DirectEmails;
}

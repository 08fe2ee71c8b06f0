import type { Uri } from 'vscode';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Log } from '../../core/base/log.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import type { AccountRooms } from '../../core/rooms/accountRooms.ts';
import type { DirectEmails } from '../../core/rooms/directEmails.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import type { SecretScanner } from '../../core/secrets/secretScanner.ts';
import type { ErrorReporter } from '../../host/errors/errorReporter.ts';
import type { MessagePreview } from '../../host/ui/messagePreview.ts';
import type { ShareOutcome } from '../../host/ui/shareOutcome.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';

export interface SharePorts {
  readonly active: ActiveAccount;
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly marks: RoomMarks;
  readonly rooms: Pick<AccountRooms, 'accountId' | 'onDidChangeAccount'>;
  readonly emails: DirectEmails;
  readonly errors: ErrorReporter;
  readonly outbox: Outbox;
  /** Reports the result of a share. */
  readonly outcome: ShareOutcome;
  readonly preview: MessagePreview;
  readonly drafts: MessageDrafts;
  readonly scanner: SecretScanner;
  readonly clock: Clock;
  readonly log: Log;
  /** The installation folder of the extension. */
  readonly extensionUri: Uri;
}

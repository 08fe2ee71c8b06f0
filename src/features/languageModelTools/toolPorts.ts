import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Log } from '../../core/base/log.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { SecretScanner } from '../../core/secrets/secretScanner.ts';
import type { ShareOutcome } from '../../host/ui/shareOutcome.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';

export interface ToolPorts {
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly scanner: SecretScanner;
  readonly outbox: Outbox;
  readonly drafts: MessageDrafts;
  /** Reports the result of a share. */
  readonly outcome: ShareOutcome;
  readonly clock: Clock;
  readonly log: Log;
}

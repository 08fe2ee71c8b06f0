import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { SecretScanner } from '../../core/share/scan/secretScanner.ts';
import type { FailureReport } from '../../host/failureReport.ts';
import type { MessagePreview } from '../../host/messagePreview.ts';

/** What sharing needs. */
export interface SharePorts {
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly failures: FailureReport;
  readonly preview: MessagePreview;
  readonly scanner: SecretScanner;
}

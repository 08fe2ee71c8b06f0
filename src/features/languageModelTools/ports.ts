import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Log } from '../../core/base/log.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';

/** What the tools for language models need. */
export interface ToolPorts {
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly log: Log;
}

import type { Uri } from 'vscode';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import type { NamedLocks } from '../../core/auth/namedLocks.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Log } from '../../core/base/log.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import type { RoomPoller } from '../../core/rooms/roomPoller.ts';
import type { PickPersonPorts } from '../../host/ui/pickDirectRoom.ts';

export interface WatchPorts extends PickPersonPorts {
  readonly active: ActiveAccount;
  readonly connection: ServiceConnection;
  readonly lock: NamedLocks;
  readonly marks: RoomMarks;
  readonly poller: RoomPoller;
  readonly storage: Uri;
  readonly log: Log;
}

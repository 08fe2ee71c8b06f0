import path from 'node:path';
import { createServiceClient } from '../../../src/core/api/client.ts';
import { composeServicePipe } from '../../../src/core/api/pipe.ts';
import { defaultMaxMessageBytes } from '../../../src/core/attachments/limits.ts';
import { systemClock as clock } from '../../../src/core/base/clock.ts';
import type { timings } from '../../../src/core/base/timings.ts';
import { createIdGenerator } from '../../../src/core/outbox/newShare.ts';
import { Outbox } from '../../../src/core/outbox/outbox.ts';
import type { ShareSession } from '../../../src/core/outbox/ports.ts';
import { ShareStore } from '../../../src/core/outbox/shareStore.ts';
import { createNodeTransport } from '../../../src/platform/http/nodeTransport.ts';
import { DirectoryLocks } from '../../../src/platform/storage/directoryLocks.ts';
import { ShareFolder } from '../../../src/platform/storage/shareFolder.ts';
import { RecordingLog } from '../fakes/recordingLog.ts';

interface DiskOutbox {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly account: ShareSession['account'];
  readonly folder: string;
  /** Of the locks; those of the editor by default. */
  readonly times?: (typeof timings)['lock'];
}

/** An outbox with the disk, the locks, the transport and the clock of the editor, and its client. */
export function openDiskOutbox({ baseUrl, accessToken, account, folder, times }: DiskOutbox) {
  const log = new RecordingLog();
  const tokens = { get: async () => accessToken, refresh: async () => undefined };
  const send = composeServicePipe({ transport: createNodeTransport(), baseUrl, tokens, clock, log });
  const client = createServiceClient({ baseUrl, send });
  const files = new ShareFolder(folder);
  const locks = new DirectoryLocks(path.join(folder, 'locks'), { clock, log, ...(times && { times }) });
  const outbox = new Outbox({
    ...{ store: new ShareStore({ files, locks, log }), files, locks, clock, log },
    newId: createIdGenerator(),
    maxMessageBytes: () => defaultMaxMessageBytes,
    session: async () => ({ account, client }),
  });
  return { client, outbox };
}

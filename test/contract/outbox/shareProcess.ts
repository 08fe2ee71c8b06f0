// A window of the editor with an outbox, in a separate process: node shareProcess.ts <setup as JSON>
import path from 'node:path';
import { createServiceClient } from '../../../src/core/api/client.ts';
import { composeServicePipe } from '../../../src/core/api/pipe.ts';
import { defaultMaxMessageBytes } from '../../../src/core/attachments/limits.ts';
import { systemClock as clock, delay } from '../../../src/core/base/clock.ts';
import { createIdGenerator } from '../../../src/core/outbox/newShare.ts';
import { Outbox } from '../../../src/core/outbox/outbox.ts';
import { ShareStore } from '../../../src/core/outbox/shareStore.ts';
import { createNodeTransport } from '../../../src/platform/http/nodeTransport.ts';
import { DirectoryLocks } from '../../../src/platform/storage/directoryLocks.ts';
import { ShareFolder } from '../../../src/platform/storage/shareFolder.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';

/** The argument of the process. */
export interface ShareProcessSetup {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly personId: string;
  readonly folder: string;
  readonly roomId: string;
  /** Shared in this order without waiting between them. Without texts, queued shares are delivered, each in its time. */
  readonly texts: readonly string[];
}

const { baseUrl, accessToken, personId, folder, roomId, texts } = JSON.parse(
  process.argv[2] ?? '',
) as ShareProcessSetup;
const log = new RecordingLog();
const tokens = { get: async () => accessToken, refresh: async () => undefined };
const send = composeServicePipe({ transport: createNodeTransport(), baseUrl, tokens, clock, log });
const client = createServiceClient({ baseUrl, send });
const files = new ShareFolder(folder);
// Shorter than in the editor, so that the test detects a dead window sooner.
const times = { staleMs: 600, heartbeatMs: 100, pollMs: 20 };
const locks = new DirectoryLocks(path.join(folder, 'locks'), { clock, log, times });
const account = { id: 'ada', label: 'ada', personId };
const outbox = new Outbox({
  ...{
    store: new ShareStore({ files, locks, log }),
    files,
    locks,
    clock,
    log,
    newId: createIdGenerator(),
    maxMessageBytes: () => defaultMaxMessageBytes,
  },
  session: async () => ({ account, client }),
});

if (texts.length === 0) {
  await outbox.resume(true);
  for (let atMs = outbox.nextTryMs; atMs !== undefined; atMs = outbox.nextTryMs) {
    await delay(clock, atMs - clock.now());
    await outbox.resume(true);
  }
} else {
  const room = { id: roomId, title: 'Room', account };
  await Promise.all(texts.map((markdown) => outbox.share({ room, name: 'a.ts', content: { kind: 'text', markdown } })));
}
outbox.dispose();
process.exit();

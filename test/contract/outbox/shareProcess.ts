// A window of the editor with an outbox, in a separate process: node shareProcess.ts <setup as JSON>
import { systemClock as clock, delay } from '../../../src/core/base/clock.ts';
import { timings } from '../../../src/core/base/timings.ts';
import { openDiskOutbox } from '../../support/harness/diskOutbox.ts';

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
const account = { id: 'ada', label: 'ada', personId };
// Shorter than in the editor, so that the test detects a dead window sooner.
const times = { staleMs: 600, heartbeatMs: 100, pollMs: 20 };
// Read when the first share is checked.
Object.assign(timings, { textCheckDelaysMs: [0, 300, 1_000] });
const { outbox } = openDiskOutbox({ baseUrl, accessToken, account, folder, times });

if (texts.length === 0) {
  await outbox.resume(true);
  const next = () => outbox.nextTryMs(account.id);
  for (let atMs = next(); atMs !== undefined; atMs = next()) {
    await delay(clock, atMs - clock.now());
    await outbox.resume(true);
  }
} else {
  const room = { id: roomId, title: 'Room', account };
  await Promise.all(texts.map((markdown) => outbox.share({ room, name: 'a.ts', content: { kind: 'text', markdown } })));
}
outbox.dispose();
process.exit();

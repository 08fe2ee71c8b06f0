import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ServiceError } from '../../../../../src/core/api/errors.ts';
import type { Room } from '../../../../../src/core/api/resources.ts';
import type { Clock } from '../../../../../src/core/base/clock.ts';
import type { PollOptions } from '../../../../../src/core/rooms/polls/pollInterval.ts';
import { PollRecords } from '../../../../../src/core/rooms/polls/pollRecords.ts';
import { RoomPoller } from '../../../../../src/core/rooms/polls/roomPoller.ts';
import { RoomDirectory } from '../../../../../src/core/rooms/roomDirectory.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { settle } from '../../api/scriptedSend.ts';
import { memoryFiles } from '../memoryFiles.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const active: Partial<PollOptions> = { isViewVisible: true, isFocused: true };
const hidden: Partial<PollOptions> = { isViewVisible: false, isFocused: true };
const unfocused: Partial<PollOptions> = { isViewVisible: false, isFocused: false };

function room(id: string, lastActivityMs = 0): Room {
  return { id, title: id, type: 'group', lastActivity: new Date(lastActivityMs).toISOString() };
}

describe('RoomPoller', () => {
  let clock: ManualClock;
  let texts: Map<string, string>;
  let shared: PollRecords;
  let service: { rooms: readonly Room[]; hasNext: boolean; error: Error | undefined };
  let open: { dispose(): void }[];
  beforeEach(() => {
    clock = new ManualClock();
    const { files, ...memory } = memoryFiles();
    texts = memory.texts;
    shared = new PollRecords(files, new MemoryLock());
    service = { rooms: [room('1')], hasNext: false, error: undefined };
    open = [];
  });
  afterEach(() => {
    for (const item of open) item.dispose();
  });

  /** A window, initially with an account and the default interval. */
  function openWindow(options: Partial<PollOptions>) {
    const state = { requests: 0, timers: 0, polled: 0, reloads: 0, gate: undefined as Promise<void> | undefined };
    const directory = new RoomDirectory(async function* () {
      state.requests += 1;
      await state.gate;
      if (service.error !== undefined) throw service.error;
      yield { items: service.rooms, hasNext: service.hasNext };
    });
    const counting: Clock = {
      now: () => clock.now(),
      startTimer(delayMs, onElapsed) {
        state.timers += 1;
        return clock.startTimer(delayMs, onElapsed);
      },
    };
    const marks = {
      reload: () => {
        state.reloads += 1;
      },
    };
    const log = new RecordingLog();
    const poller = new RoomPoller({ directory, marks, shared, clock: counting, log });
    directory.onDidReadFirstPage(() => {
      state.polled += 1;
    });
    poller.setOptions({ accountId: 'ada', intervalMs: minute, ...options });
    open.push(poller, directory);
    return { state, directory, poller, log };
  }

  async function pass(ms: number): Promise<void> {
    const endMs = clock.now() + ms;
    while (clock.now() < endMs) {
      clock.advance(Math.min(Math.max(clock.nextTimerMs ?? ms, 1), endMs - clock.now()));
      await settle();
    }
  }

  const documented = readFileSync(new URL('../../../../../docs/notifications.md', import.meta.url), 'utf8');
  for (const [row, options, requests] of [
    ['Focused, Rooms view visible', active, 60],
    ['Focused, Rooms view hidden', hidden, 12],
    ['Focused, a room is watched', { ...hidden, isWatching: true }, 60],
    ['Focused, a room is watched, an editor is used', { ...hidden, isWatching: true, isUsed: true }, 240],
    ['Not focused', unfocused, 6],
    ['Not focused, a room is watched', { ...unfocused, isWatching: true }, 30],
  ] as const) {
    it(`makes ${requests} requests an hour, as documented: ${row.toLowerCase()}`, async () => {
      const { state } = openWindow(options);
      await pass(hour);
      const before = state.requests;
      await pass(hour);
      assert.equal(state.requests - before, requests);
      assert.match(documented, new RegExp(`^\\| ${row} +\\| .* \\| +${requests} \\|$`, 'm'));
    });
  }

  it('makes at most 120 requests an hour with the shortest interval, and none with 0 or signed out', async () => {
    const { state, poller } = openWindow({ ...active, intervalMs: 1 });
    await pass(hour);
    assert.equal(state.requests, 120);
    assert.match(documented, /at most 120 requests an hour/);
    for (const off of [{ intervalMs: 0 }, { intervalMs: 1, accountId: undefined }]) {
      poller.setOptions(off);
      await pass(hour);
      assert.deepEqual([state.requests, clock.timerCount], [120, 0]);
    }
  });

  it('lets three idle windows cost two requests and one timer each in ten minutes', async () => {
    const windows = [openWindow(hidden), openWindow(unfocused), openWindow(unfocused)];
    await pass(10 * minute);
    // The first poll ten seconds after sign-in, then one each five minutes.
    const requestCount = windows.map(({ state }) => state.requests).reduce((sum, count) => sum + count);
    assert.equal(requestCount, 2);
    assert.equal(clock.timerCount, 3);
    for (const { state } of windows) assert.ok(state.timers <= 16, `${state.timers} timers started`);
  });

  it('shows polled rooms in another window within a minute, without a request', async () => {
    const [first, second] = [openWindow(active), openWindow(unfocused)];
    await pass(minute);
    const activityMs = clock.now();
    service.rooms = [room('2', activityMs)];
    await pass(2 * minute);
    assert.equal(second.state.requests, 0);
    assert.equal(second.state.polled, 0);
    assert.ok(first.state.polled > 0);
    assert.equal(second.directory.activityMs('2'), activityMs);
    const ids = second.directory.rooms.map(({ id }) => id);
    assert.deepEqual(ids, ['2'], 'a room that is gone is gone in both');
    assert.ok(second.state.reloads > 0, 'what was read in the first window is read in the second');
  });

  it('polls less often while the service fails, in all windows, and recovers', async () => {
    const [first, second] = [openWindow(active), openWindow(active)];
    await pass(minute);
    const requests = (): number => first.state.requests + second.state.requests;
    service.error = new Error('down');
    const before = requests();
    await pass(hour);
    // After 1, 2, 4, 8, 16 and 30 minutes.
    assert.ok(requests() - before <= 6, `${requests() - before}`);
    assert.ok(first.directory.find('1'), 'what was known stays');
    assert.match(`${first.log.text}\n${second.log.text}`, /the poll failed \(Error\)/);
    service.error = undefined;
    await pass(hour);
    const recovered = requests();
    await pass(10 * minute);
    assert.equal(requests() - recovered, 10);
  });

  it('waits as long as the service asks, in all windows', async () => {
    const windows = [openWindow(active), openWindow(active)];
    await pass(second);
    const answer = { status: 429, method: 'GET', path: '/v1/rooms', retryAfterMs: 20 * minute } as const;
    service.error = new ServiceError(answer);
    await pass(10 * second);
    const requests = (): number => windows.reduce((sum, { state }) => sum + state.requests, 0);
    const before = requests();
    await pass(19 * minute);
    assert.equal(requests(), before);
    service.error = undefined;
    await pass(2 * minute);
    assert.ok(requests() > before);
  });

  it('separates the results of accounts', async () => {
    const { state, poller } = openWindow(active);
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    await pass(11 * second);
    assert.equal(state.requests, 1);
    poller.setOptions({ accountId: 'ben' });
    gate.resolve();
    await settle();
    assert.equal(texts.size, 0);
    await pass(11 * second);
    assert.deepEqual([...texts.keys()], ['ben']);
  });
});

import assert from 'node:assert/strict';
import type { Room } from '../../../../src/core/api/resources.ts';
import { NewerRecordError } from '../../../../src/core/base/storage/storedRecord.ts';
import { PollRecords } from '../../../../src/core/rooms/polls/pollRecords.ts';
import { RoomPoller } from '../../../../src/core/rooms/polls/roomPoller.ts';
import { RoomDirectory } from '../../../../src/core/rooms/roomDirectory.ts';
import { RoomWatcher, type WatchedMessage } from '../../../../src/features/watchRooms/model/roomWatcher.ts';
import { WatchStore } from '../../../../src/features/watchRooms/model/watchStore.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { settle } from '../../core/api/scriptedSend.ts';
import { memoryFiles } from '../../core/rooms/memoryFiles.ts';

const { WatchPolls } = await withVscode(() => import('../../../../src/features/watchRooms/watchPolls.ts'));

describe('the polls of watched rooms', () => {
  function openWith(failure: Error) {
    const reported: unknown[] = [];
    const log = new RecordingLog();
    const rejects = () => Promise.reject(failure);
    const never = () => ({ dispose: () => undefined });
    const ports = {
      active: { get: async () => ({ id: 'ada' }), onDidChange: never },
      errors: { report: async (error: unknown) => reported.push(error) },
      notices: { forget: () => undefined },
      poller: { setOptions: () => assert.fail('read') },
      directory: { onDidReadFirstPage: never },
      watcher: { isWatching: rejects },
      log,
    };
    return { reported, log, polls: new WatchPolls(ports as unknown as ConstructorParameters<typeof WatchPolls>[0]) };
  }

  it('says once in a window that a newer version stored what is watched', async () => {
    const failure = new NewerRecordError('watches');
    const { polls, reported } = openWith(failure);
    await settle();
    await polls.refresh();
    await polls.refresh();
    assert.deepEqual(reported, [failure]);
  });

  it('announce a mention in a watched room within 20 seconds while an editor is used, whenever it is posted', async () => {
    const [clock, log] = [new ManualClock(1_000_000), new RecordingLog()];
    const posted: { id: string; roomId: string; personId: string; created: string; mentionedPeople: string[] }[] = [];
    const room = (): Room => ({
      ...{ id: 'r', title: 'Design', type: 'group' },
      lastActivity: posted.at(-1)?.created ?? new Date(0).toISOString(),
    });
    const directory = new RoomDirectory(async function* () {
      yield { items: [room()], hasNext: false, serverTimeMs: clock.now() };
    });
    const client = {
      async *listMessages() {
        yield { items: posted.toReversed(), hasNext: false };
      },
    };
    const session = { account: { id: 'ada', personId: 'ada', label: 'ada' }, client };
    const watcher = new RoomWatcher({
      store: new WatchStore(memoryFiles().files, new MemoryLock()),
      marks: { isRead: () => false, isVisible: () => false },
      answers: { note: () => undefined, noteRoom: () => undefined },
      ...{ clock, log },
    });
    const shared = new PollRecords(memoryFiles().files, new MemoryLock());
    const poller = new RoomPoller({ directory, marks: { reload: () => undefined }, shared, clock, log });
    const shown: (readonly [id: string, atMs: number])[] = [];
    const ports = {
      active: { get: async () => ({ id: 'ada' }), onDidChange: () => ({ dispose: () => undefined }) },
      connection: { session: async () => session },
      notices: {
        forget: () => undefined,
        show: (_: string, messages: readonly WatchedMessage[]) =>
          void shown.push(...messages.map(({ message }) => [message.id, clock.now()] as const)),
      },
      ...{ poller, directory, watcher, log },
    };
    const polls = new WatchPolls(ports as unknown as ConstructorParameters<typeof WatchPolls>[0]);
    await watcher.watch(session, 'r', 'mentions');
    await polls.refresh();
    poller.setOptions({ accountId: 'ada', intervalMs: 60_000, isFocused: true, isViewVisible: false, isUsed: true });
    const pass = async (ms: number): Promise<void> => {
      for (const endMs = clock.now() + ms; clock.now() < endMs; ) {
        clock.advance(Math.min(1000, endMs - clock.now()));
        await settle();
      }
    };
    await pass(30_000);
    const postedMs = new Map<string, number>();
    for (const waitMs of [1_000, 7_000, 14_500, 29_999]) {
      await pass(waitMs);
      const id = `m${waitMs}`;
      postedMs.set(id, clock.now());
      const created = new Date(clock.now()).toISOString();
      posted.push({ id, roomId: 'r', personId: 'ben', created, mentionedPeople: ['ada'] });
      await pass(20_000);
    }
    assert.deepEqual(
      shown.map(([id]) => id),
      [...postedMs.keys()],
    );
    for (const [id, atMs] of shown) assert.ok(atMs - (postedMs.get(id) ?? 0) <= 20_000, id);
    for (const each of [polls, poller, directory]) each.dispose();
  });

  it('only logs any other failure', async () => {
    const { log, reported } = openWith(new Error('disk'));
    await settle();
    assert.deepEqual(reported, []);
    assert.match(log.text, /the watched rooms could not be read/);
  });
});

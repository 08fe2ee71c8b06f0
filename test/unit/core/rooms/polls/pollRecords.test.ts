import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Room } from '../../../../../src/core/api/resources.ts';
import { accountFileName } from '../../../../../src/core/auth/account.ts';
import { PollRecords, type SharedPoll } from '../../../../../src/core/rooms/polls/pollRecords.ts';
import { AccountFolder } from '../../../../../src/platform/storage/accountFolder.ts';
import { DirectoryLocks } from '../../../../../src/platform/storage/directoryLocks.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { passTime } from '../../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { useTemporaryFolder } from '../../../../support/harness/useTemporaryFolder.ts';

const design: Room = { id: '1', title: 'Design', type: 'group', lastActivity: '2026-01-01T00:00:00.000Z' };
const poll: SharedPoll = { atMs: 5, failureCount: 0, retryAtMs: 0, isComplete: true, rooms: [design] };

describe('PollRecords', () => {
  const temporary = useTemporaryFolder();
  let root: string;
  let clock: ManualClock;
  beforeEach(() => {
    root = path.join(temporary.path, 'rooms');
    clock = new ManualClock();
  });

  function open(folder = root) {
    const log = new RecordingLog();
    const locks = new DirectoryLocks(folder, { clock, log, times: { pollMs: 1_000 }, random: () => 0.5 });
    return { log, polls: new PollRecords({ files: new AccountFolder(folder, '.poll.json'), locks, log }) };
  }
  const recordFile = (accountId: string): string => path.join(root, `${accountFileName(accountId)}.poll.json`);

  it('reads what another window wrote, by account', async () => {
    const [{ polls: first }, { polls: second }] = [open(), open()];
    assert.equal(await second.read('ada'), undefined);
    await first.write('ada', poll);
    assert.deepEqual(await second.read('ada'), poll);
    assert.equal(await second.read('ben'), undefined);
  });

  it('writes the known fields of readable rooms only, under a name that does not reveal the account', async () => {
    const { polls } = open();
    const secretive = { ...design, sipAddress: 'x@y', errors: undefined } as unknown as Room;
    const unreadable = { ...design, id: '2', errors: { title: { code: 'kms_failure', reason: '' } } };
    await polls.write('ada@example.com', { ...poll, rooms: [secretive, unreadable] });
    assert.deepEqual((await polls.read('ada@example.com'))?.rooms, [design]);
    const [name = ''] = await readdir(root);
    assert.doesNotMatch(name, /ada/);
    assert.doesNotMatch(await readFile(path.join(root, name), 'utf8'), /sipAddress/);
  });

  for (const [what, text] of [
    ['no JSON', '{'],
    ['another version', JSON.stringify({ ...poll, version: 2 })],
    ['a wrong time', JSON.stringify({ ...poll, version: 1, atMs: 'now' })],
    ['a negative count', JSON.stringify({ ...poll, version: 1, failureCount: -1 })],
  ] as const) {
    it(`ignores a record that contains ${what}`, async () => {
      const { polls } = open();
      await mkdir(root, { recursive: true });
      await writeFile(recordFile('ada'), text);
      assert.equal(await polls.read('ada'), undefined);
    });
  }

  it('lets one window poll at a time', async () => {
    const [{ polls: first }, { polls: second }] = [open(), open()];
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const one = first.withLock('ada', async () => {
      entered.resolve();
      await gate.promise;
      order.push('first');
    });
    await entered.promise;
    const other = second.withLock('ada', async () => void order.push('second'));
    await second.withLock('ben', async () => void order.push('other account'));
    gate.resolve();
    await one;
    await passTime(clock, other);
    assert.deepEqual(order, ['other account', 'first', 'second']);
    assert.deepEqual(await readdir(root), []);
  });
});

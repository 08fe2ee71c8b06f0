import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AccountFiles } from '../../../../src/core/auth/accountFiles.ts';
import { PollFolder } from '../../../../src/core/rooms/sharedPolls.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('AccountFiles', () => {
  const temporary = useTemporaryFolder();
  let folder: string;
  beforeEach(() => {
    folder = path.join(temporary.path, 'rooms');
  });

  it('deletes only the cache and the polls of accounts that have signed out', async () => {
    const cache = new AccountFiles(folder);
    const polls = new PollFolder(folder, { clock: new ManualClock(), log: new RecordingLog() });
    const poll = { atMs: 1, failureCount: 0, retryAtMs: 0, isComplete: true, rooms: [] };
    for (const accountId of ['ada', 'ben']) {
      await cache.write(accountId, '{}');
      await polls.write(accountId, poll);
    }
    await mkdir(path.join(folder, 'held.poll'));
    await writeFile(path.join(folder, 'half.json.1234.draft'), '');
    await cache.keepOnly(['ada']);
    assert.equal(await cache.read('ada'), '{}');
    assert.deepEqual(await polls.read('ada'), poll);
    assert.equal(await cache.read('ben'), undefined);
    assert.equal(await polls.read('ben'), undefined);
    assert.equal((await readdir(folder)).length, 4);
  });

  it('deletes nothing before the first rooms', async () => {
    await new AccountFiles(folder).keepOnly([]);
  });
});

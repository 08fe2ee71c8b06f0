import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AccountFolder } from '../../../../src/platform/storage/accountFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('AccountFolder', () => {
  const temporary = useTemporaryFolder();
  const folder = () => path.join(temporary.path, 'rooms');

  it('deletes only the cache and the polls of accounts that have signed out', async () => {
    const cache = new AccountFolder(folder());
    const polls = new AccountFolder(folder(), '.poll.json');
    for (const accountId of ['ada', 'ben']) {
      await cache.write(accountId, '{}');
      await polls.write(accountId, '{}');
    }
    await mkdir(path.join(folder(), 'held.poll'));
    await writeFile(path.join(folder(), 'half.json.1234.draft'), '');
    await cache.keepOnly(['ada']);
    assert.equal(await cache.read('ada'), '{}');
    assert.equal(await polls.read('ada'), '{}');
    assert.equal(await cache.read('ben'), undefined);
    assert.equal(await polls.read('ben'), undefined);
    assert.equal((await readdir(folder())).length, 4);
  });

  it('deletes nothing before the first rooms', () => new AccountFolder(folder()).keepOnly([]));
});

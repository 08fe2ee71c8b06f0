import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ShareRecord, serializeShare } from '../../../../src/core/outbox/shareRecord.ts';
import { ShareFolder } from '../../../../src/platform/storage/shareFolder.ts';
import { readStoredWork } from '../../../../src/platform/storage/storedWork.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('the stored work of earlier windows', () => {
  const folder = useTemporaryFolder();

  const keep = (id: string, more: Partial<ShareRecord> = {}): Promise<void> =>
    new ShareFolder(path.join(folder.path, 'outbox')).write(id, serializeShare(sentShare(id, 0, more)));

  it('is empty before the first use', async () => {
    const nothing = { isSignedIn: false, hasShares: false, hasFailedShares: false, hasOpenShares: false };
    assert.deepEqual(await readStoredWork(path.join(folder.path, 'missing')), nothing);
  });

  it('includes a session by its flag', async () => {
    await writeFile(path.join(folder.path, 'signed-in'), '');
    assert.deepEqual(await readStoredWork(folder.path), {
      isSignedIn: true,
      hasShares: false,
      hasFailedShares: false,
      hasOpenShares: false,
    });
  });

  it('includes sent and failed shares, which need no delivery', async () => {
    await keep('a');
    await keep('b', { state: 'failed' });
    await writeFile(path.join(folder.path, 'outbox', 'a.copy'), 'bytes');
    assert.deepEqual(await readStoredWork(folder.path), {
      isSignedIn: false,
      hasShares: true,
      hasFailedShares: true,
      hasOpenShares: false,
    });
  });

  for (const state of ['queued', 'sending', 'unknown'] as const) {
    it(`continues with a share that is ${state}`, async () => {
      await keep('a');
      await keep('b', { state });
      assert.equal((await readStoredWork(folder.path)).hasOpenShares, true);
    });
  }

  it('counts an unreadable record as open', async () => {
    await mkdir(path.join(folder.path, 'outbox'));
    await writeFile(path.join(folder.path, 'outbox', 'a.share.json'), '{"version":');
    assert.equal((await readStoredWork(folder.path)).hasOpenShares, true);
  });
});

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
  const nothing = { isSignedIn: false, hasShares: false, hasOpenShares: false };

  it('is empty before the first use, and includes a session by its flag', async () => {
    assert.deepEqual(await readStoredWork(path.join(folder.path, 'missing')), nothing);
    await writeFile(path.join(folder.path, 'signed-in'), '');
    assert.deepEqual(await readStoredWork(folder.path), { ...nothing, isSignedIn: true });
  });

  const cases: readonly [states: readonly ShareRecord['state'][], hasOpenShares: boolean][] = [
    [['sent', 'failed'], false],
    [['sent', 'queued'], true],
    [['sent', 'sending'], true],
    [['sent', 'unknown'], true],
  ];
  for (const [states, hasOpenShares] of cases) {
    it(`${hasOpenShares ? 'continues' : 'is done'} with shares that are ${states.join(' and ')}`, async () => {
      const shares = new ShareFolder(path.join(folder.path, 'outbox'));
      for (const state of states) await shares.write(state, serializeShare(sentShare(state, 0, { state })));
      assert.deepEqual(await readStoredWork(folder.path), {
        ...{ ...nothing, hasShares: true, hasOpenShares },
      });
    });
  }

  it('counts an unreadable record as open', async () => {
    await mkdir(path.join(folder.path, 'outbox'));
    await writeFile(path.join(folder.path, 'outbox', 'a.share.json'), '{"version":');
    assert.equal((await readStoredWork(folder.path)).hasOpenShares, true);
  });
});

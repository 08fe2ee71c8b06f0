import assert from 'node:assert/strict';
import { type BusyFilePorts, retryWhileBusy } from '../../../../src/platform/files/replaceFile.ts';

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });

/** Work that fails with these codes, one per call, and then succeeds; and the delays in between. */
function failing(platform: NodeJS.Platform, codes: readonly string[]) {
  const left = [...codes];
  const waitsMs: number[] = [];
  const ports: BusyFilePorts = { platform, wait: async (delayMs) => waitsMs.push(delayMs) };
  const work = async (): Promise<string> => {
    const code = left.shift();
    if (code !== undefined) throw errorOf(code);
    return 'done';
  };
  return { waitsMs, result: retryWhileBusy(work, ports), left };
}

describe('A file that is busy', () => {
  it('is retried on Windows until it is free', async () => {
    const { result, waitsMs } = failing('win32', ['EPERM', 'EACCES', 'EBUSY']);
    assert.equal(await result, 'done');
    assert.deepEqual(waitsMs, [5, 10, 25]);
  });

  it('fails on Windows with the last error after 1.3 s', async () => {
    const { result, waitsMs, left } = failing('win32', [...Array(7).fill('EPERM'), 'EBUSY', 'EACCES']);
    await assert.rejects(result, { code: 'EBUSY' });
    assert.deepEqual(left, ['EACCES']);
    const waitedMs = waitsMs.reduce((sum, each) => sum + each, 0);
    assert.ok(waitedMs > 1_000 && waitedMs < 2_000, `${waitedMs} ms`);
  });

  it('fails immediately for any other reason', async () => {
    const { result, waitsMs } = failing('win32', ['ENOSPC', 'EPERM']);
    await assert.rejects(result, { code: 'ENOSPC' });
    assert.deepEqual(waitsMs, []);
  });
});

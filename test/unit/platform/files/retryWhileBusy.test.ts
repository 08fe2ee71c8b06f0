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
  return { waitsMs, result: retryWhileBusy(work, ports) };
}

describe('A file that is busy', () => {
  const lasting = [...Array(7).fill('EPERM'), 'EBUSY', 'EACCES'];
  for (const [what, platform, codes, waits, error] of [
    ['is retried on Windows until it is free', 'win32', ['EPERM', 'EACCES', 'EBUSY'], [5, 10, 25], undefined],
    ['fails on Windows after 1.3 s', 'win32', lasting, [5, 10, 25, 60, 150, 350, 700], 'EBUSY'],
    ['fails immediately for any other reason', 'win32', ['ENOSPC', 'EPERM'], [], 'ENOSPC'],
    ['fails immediately on another platform', 'linux', ['EPERM'], [], 'EPERM'],
  ] as const) {
    it(what, async () => {
      const { result, waitsMs } = failing(platform, codes);
      if (error === undefined) assert.equal(await result, 'done');
      else await assert.rejects(result, { code: error });
      assert.deepEqual(waitsMs, waits);
    });
  }
});

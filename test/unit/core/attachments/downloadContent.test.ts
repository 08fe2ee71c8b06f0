import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentRest, OpenContent } from '../../../../src/core/api/client.ts';
import { ConnectionError, ServiceError, UnexpectedResponseError } from '../../../../src/core/api/errors.ts';
import { downloadContent } from '../../../../src/core/attachments/downloadContent.ts';
import { saveBody } from '../../../../src/platform/files/saveBody.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const broken = new ConnectionError({ host: 'h', code: 'ECONNRESET', kind: 'cut', mayHaveBeenProcessed: true });

/** One connection: the bytes it sends, and whether it then fails. */
interface Connection {
  readonly text: string;
  readonly breaks?: Error;
  readonly startByte?: number;
  readonly entityTag?: string;
  readonly byteLength?: number;
}

async function* bodyOf(text: string, breaks: Error | undefined): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  if (breaks !== undefined) throw breaks;
}

describe('downloadContent', () => {
  const temporary = useTemporaryFolder();
  let path: string;
  let asked: (ContentRest | undefined)[];
  beforeEach(() => {
    asked = [];
    path = join(temporary.path, 'a.txt');
  });

  function download(connections: readonly (Connection | Error)[], progress: number[] = [], maxByteLength?: number) {
    const clock = new ManualClock();
    const left = [...connections];
    const openContent = async (_url: string, _signal?: AbortSignal, rest?: ContentRest): Promise<OpenContent> => {
      asked.push(rest);
      const next = left.shift();
      assert.ok(next !== undefined, 'one connection more than expected');
      if (next instanceof Error) throw next;
      const { text, breaks, startByte = 0, ...info } = next;
      return { startByte, info, body: bodyOf(text, breaks) };
    };
    const onProgress = (saved: number) => void progress.push(saved);
    return passTime(
      clock,
      downloadContent({ openContent }, 'u', path, { save: saveBody, clock, onProgress, maxByteLength }),
    );
  }

  it('resumes the same version of the file', async () => {
    const broke = { text: 'abc', entityTag: '"1"', byteLength: 6, breaks: broken };
    const progress: number[] = [];
    await download([broke, { text: 'def', startByte: 3 }], progress);
    assert.deepEqual([await readFile(path, 'utf8'), progress.at(-1)], ['abcdef', 6]);
    assert.deepEqual(asked, [undefined, { startByte: 3, entityTag: '"1"' }]);
  });

  it('resumes also when the first connection for the rest fails', async () => {
    const broke = { text: 'abc', entityTag: '"1"', byteLength: 6, breaks: broken };
    await download([broke, broken, { text: 'def', startByte: 3 }]);
    const rest = { startByte: 3, entityTag: '"1"' };
    assert.deepEqual([await readFile(path, 'utf8'), asked], ['abcdef', [undefined, rest, rest]]);
  });

  it('restarts when the service does not support ranges, also the progress', async () => {
    const progress: number[] = [];
    const whole = { text: 'abcdef', byteLength: 6 };
    await download([{ text: 'abc', breaks: broken }, whole], progress);
    assert.deepEqual([await readFile(path, 'utf8'), progress.at(-1)], ['abcdef', 6]);
    assert.deepEqual(asked, [undefined, undefined]);
  });

  it('never combines parts of two versions', async () => {
    await download([
      { text: 'abc', entityTag: '"1"', byteLength: 6, breaks: broken },
      { text: 'NEWNEW', entityTag: '"2"' },
      { text: 'NEWNEW', entityTag: '"2"', byteLength: 6 },
    ]);
    assert.equal(await readFile(path, 'utf8'), 'NEWNEW');
  });

  for (const [what, refusal] of [
    ['refuses it', new ServiceError({ status: 416, method: 'GET', path: '/' })],
    ['sends another one', new UnexpectedResponseError({ status: 206, host: 'h', path: '/', problem: 'wrong-shape' })],
  ] as const) {
    it(`restarts when it asks for the rest, and the service ${what}`, async () => {
      const broke = { text: 'abc', entityTag: '"1"', breaks: broken };
      await download([broke, refusal, { text: 'abc', entityTag: '"1"' }]);
      assert.equal(await readFile(path, 'utf8'), 'abc');
      await assert.rejects(download([refusal]), refusal);
    });
  }

  it('rejects a file above the limit by its header, or when its bytes exceed it', async () => {
    const overLimit: readonly Connection[] = [{ text: 'abcdef', byteLength: 6 }, { text: 'abcdef' }];
    for (const connection of overLimit) {
      await assert.rejects(download([connection], [], 5), { name: 'DownloadTooLargeError', maxByteLength: 5 });
      assert.deepEqual(await readdir(temporary.path), []);
    }
    await download([{ text: 'abcdef' }], [], 6);
    assert.equal(await readFile(path, 'utf8'), 'abcdef');
  });

  it('fails and leaves no file after repeated failures without new bytes', async () => {
    const empty = { text: '', breaks: broken };
    await assert.rejects(download([empty, empty, empty, empty]), broken);
    assert.deepEqual(await readdir(temporary.path), []);
  });
});

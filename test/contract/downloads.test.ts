import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesPart } from '../../src/core/api/requestBody.ts';
import { downloadContent } from '../../src/core/attachments/downloadContent.ts';
import { saveBody } from '../../src/platform/files/saveBody.ts';
import { passTime } from '../support/fakes/passTime.ts';
import { useTemporaryFolder } from '../support/harness/useTemporaryFolder.ts';
import { someRoomId, useSession } from './session.ts';

const byteLength = 3_000_000;
const bytes = randomBytes(byteLength);
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

describe('Downloading', () => {
  const session = useSession();
  const temporary = useTemporaryFolder();
  const path = () => join(temporary.path, 'a.bin');
  let url: string;
  beforeEach(async () => {
    const file = bytesPart('a.bin', 'application/octet-stream', bytes);
    const message = await session.client.createMessage({ roomId: await someRoomId(session), file });
    url = message.files?.[0] ?? '';
    session.traffic.length = 0;
  });
  const cut = (more: object) =>
    session.fault({ kind: 'cut', when: 'in-body' }, { method: 'GET', path: '/v1/contents/' }, more);
  const ranges = () => session.traffic.map(({ request }) => request.headers?.range);
  const download = (signal?: AbortSignal) =>
    passTime(
      session.clock,
      downloadContent(session.client, url, path(), { save: saveBody, clock: session.clock, signal }),
    );

  it('resumes after each broken connection and receives every byte once', async () => {
    await cut({ times: 3 });
    const info = await download();
    assert.equal(sha256(await readFile(path())), sha256(bytes));
    assert.deepEqual([info.fileName, info.byteLength], ['a.bin', byteLength]);
    const starts = ranges().map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0));
    assert.deepEqual([starts.length, starts[0]], [4, 0]);
    const isGrowing = starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0));
    assert.ok(isGrowing, `${starts}`);
    assert.deepEqual(await readdir(temporary.path), ['a.bin']);
  });
});

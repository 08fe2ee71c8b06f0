import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesPart } from '../../src/core/api/requestBody.ts';
import { openFilePart } from '../../src/platform/files/openFilePart.ts';
import { useTemporaryFolder } from '../support/harness/useTemporaryFolder.ts';
import { someRoomId, useSession } from './session.ts';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('Messages to the service', () => {
  const session = useSession();
  const temporary = useTemporaryFolder();
  let roomId: string;
  beforeEach(async () => {
    roomId = await someRoomId(session);
  });

  it('uploads a file byte for byte with its name and media type, and reports progress', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, 'a pattern that is not a power of two');
    // Windows allows no quotes in file names.
    const path = join(temporary.path, process.platform === 'win32' ? 'grün 1.bin' : 'grün "1".bin');
    await writeFile(path, bytes);
    const progress: [number, number][] = [];
    const file = await openFilePart(path, { mediaType: 'application/x-own' });
    const message = {
      roomId,
      text: 'see file',
      file,
      onProgress: (...now: [number, number]) => void progress.push(now),
    };
    const created = await session.client.createMessage(message);
    const [received] = await session.received();
    assert.deepEqual([received?.text, received?.files.length], ['see file', 1]);
    const [arrived] = received?.files ?? [];
    const facts = [arrived?.byteLength, arrived?.sha256, arrived?.mediaType];
    assert.deepEqual(facts, [bytes.byteLength, sha256(bytes), 'application/x-own']);
    assert.deepEqual(progress.at(0), [0, bytes.byteLength]);
    assert.deepEqual(progress.at(-1), [bytes.byteLength, bytes.byteLength]);
    assert.equal(created.files?.length, 1);
  });

  it('uploads the whole file again after a token refresh during the upload', async () => {
    const bytes = Buffer.alloc(1024 * 1024 + 3, 'pattern');
    await session.control('tokens/expire', { accessToken: session.tokens.current });
    const { accessToken } = await session.control('personal-tokens', { personEmail: 'ada.park@example.com' });
    session.tokens.next = String(accessToken);
    await session.client.createMessage({ roomId, file: bytesPart('a.bin', 'application/octet-stream', bytes) });
    const hashes = (await session.received()).map(({ files }) => files[0]?.sha256);
    assert.deepEqual(hashes, [sha256(bytes)]);
    assert.equal(session.tokens.renewals, 1);
  });
});

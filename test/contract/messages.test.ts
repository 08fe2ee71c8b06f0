import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesPart } from '../../src/core/api/requestBody.ts';
import { openFilePart } from '../../src/platform/files/openFilePart.ts';
import { saveBody } from '../../src/platform/files/saveBody.ts';
import { useTemporaryFolder } from '../support/harness/useTemporaryFolder.ts';
import { someRoomId, storedMessage, useSession } from './session.ts';

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

  it('delivers text and Markdown unchanged', async () => {
    const text = 'grüße 🎉\t"quoted" \\ <tag>\r\nline 2';
    const markdown = '**a**  \n```ts\nconst x = 1;\n```\n';
    const created = await session.client.createMessage({ roomId, text });
    assert.deepEqual([created.roomId, created.text], [roomId, text]);
    await session.client.createMessage({ roomId, markdown });
    const texts = (await session.received()).map((message) => [message.roomId, message.text, message.markdown]);
    assert.deepEqual(texts, [
      [roomId, text, undefined],
      [roomId, undefined, markdown],
    ]);
    assert.equal((await storedMessage(session, roomId, created.id))?.text, text);
  });

  it('sends replies, with and without a file', async () => {
    const { id: parentId } = await session.client.createMessage({ roomId, text: 'question' });
    const reply = await session.client.createMessage({ roomId, parentId, markdown: 'answer' });
    const file = bytesPart('note.txt', 'text/plain', Buffer.from('a note'));
    const withFile = await session.client.createMessage({ roomId, parentId, file });
    assert.deepEqual([reply.parentId, withFile.parentId], [parentId, parentId]);
    assert.equal((await storedMessage(session, roomId, reply.id))?.parentId, parentId);
  });

  it('deletes a message', async () => {
    const { id } = await session.client.createMessage({ roomId, text: 'oops' });
    await session.client.deleteMessage(id);
    assert.equal(await storedMessage(session, roomId, id), undefined);
    await assert.rejects(session.client.deleteMessage(id), { name: 'ServiceError', status: 404 });
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

  it('reads the metadata of a file and downloads it byte for byte', async () => {
    const bytes = Buffer.alloc(2 * 1024 * 1024 + 5, 'pattern');
    const file = bytesPart('notes ü.txt', 'text/plain', bytes);
    const [url = ''] = (await session.client.createMessage({ roomId, file })).files ?? [];
    const info = await session.client.headContent(url);
    assert.deepEqual([info.fileName, info.byteLength], ['notes ü.txt', bytes.byteLength]);
    assert.match(info.mediaType ?? '', /^text\/plain/);
    const content = await session.client.openContent(url);
    const path = join(temporary.path, 'saved.txt');
    const expectedByteLength = content.info.byteLength;
    assert.equal(await saveBody(content.body, path, { expectedByteLength }), bytes.byteLength);
    assert.equal(sha256(await readFile(path)), sha256(bytes));
  });

  it('uploads an empty file', async () => {
    await session.client.createMessage({ roomId, file: bytesPart('empty.txt', 'text/plain', Buffer.alloc(0)) });
    assert.equal((await session.received())[0]?.files[0]?.byteLength, 0);
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

  it('reports the error message of the service', async () => {
    const refusals: [Promise<unknown>, number][] = [
      [session.client.createMessage({ roomId }), 400],
      [session.client.createMessage({ roomId: 'none', text: 'x' }), 404],
      [session.client.createMessage({ roomId, files: ['ftp://files.example/a'] }), 400],
    ];
    for (const [refusal, expected] of refusals) {
      await assert.rejects(refusal, (error: Error & { status?: number; serviceMessage?: string }) => {
        assert.deepEqual([error.name, error.status], ['ServiceError', expected]);
        return (error.serviceMessage ?? '').length > 5;
      });
    }
  });
});

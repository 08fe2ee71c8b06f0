import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { formOf, type Room, refusal, useSandboxWithFiles } from './openTestSandbox.ts';

interface Received {
  messages: {
    id: string;
    text?: string;
    files: { name: string; byteLength: number; mediaType: string; sha256: string }[];
  }[];
}

describe('local files in the sandbox', () => {
  const { test, newFiles } = useSandboxWithFiles();
  let room: Room;
  beforeEach(async () => {
    room = await test.room('Platform');
  });

  const send = (fields: Record<string, unknown>) => test.call('POST', '/v1/messages', { body: formOf(fields) });
  const raw = (lines: readonly string[], boundary = 'B') =>
    test.call('POST', '/v1/messages', {
      body: lines.join('\r\n'),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
  const messageCount = async () => (await test.list(`/v1/messages?roomId=${room.id}&max=1000`)).length;

  it('keep a name and media type, byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256));
    const file = new File([bytes], 'a “b" c; ü 数.tar.gz', { type: 'application/gzip' });
    const message = await test.posted({ roomId: room.id, text: 'see file', files: file });
    assert.equal(message.text, 'see file');
    assert.equal(message.files?.length, 1);
    const { messages } = await test.control<Received>('GET', 'received');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual(messages[0]?.files, [
      { name: 'a “b" c; ü 数.tar.gz', byteLength: 70_000, mediaType: 'application/gzip', sha256 },
    ]);
    const content = await test.call('GET', message.files?.[0] ?? '');
    assert.deepEqual(Buffer.from(await content.arrayBuffer()), bytes);
  });

  const file = (name = 'a.txt') => new File(['hello'], name);
  const wrong: [string, () => Record<string, unknown>, RegExp][] = [
    ['no room', () => ({ files: file() }), /“roomId” is required/],
    ['no file', () => ({ roomId: room.id, text: 'x' }), /no file part named “files”/],
    ['two files', () => ({ roomId: room.id, files: [file(), file('b.txt')] }), /one file/],
    ['a file in another field', () => ({ roomId: room.id, file: file() }), /“file” must not be a file/],
    ['a URL as file', () => ({ roomId: room.id, files: 'https://example.com/a' }), /“files”: it must be a file part/],
    ['a field the form does not have', () => ({ roomId: room.id, files: file(), markdown: '**x**' }), /“markdown”/],
    ['a field twice', () => ({ roomId: [room.id, room.id], files: file() }), /“roomId” is there more than once/],
    [
      'a text beyond measure',
      () => ({ roomId: room.id, files: file(), text: 'x'.repeat(1_048_577) }),
      /“text” is longer/,
    ],
  ];
  for (const [what, fields, message] of wrong) {
    it(`refuses ${what} with a message, and stores neither message nor file`, async () => {
      const before = await messageCount();
      await refusal(send(fields()), 400, message);
      assert.equal(newFiles(), 0);
      assert.equal(await messageCount(), before);
    });
  }

  it('are deleted when the room is locked or unknown', async () => {
    await refusal(send({ roomId: (await test.room('Announcements')).id, files: file() }), 403);
    await refusal(send({ roomId: 'nothing', files: file() }), 404);
    assert.equal(newFiles(), 0);
  });

  it('are rejected and deleted when the form ends early or has no boundary', async () => {
    const part = ['Content-Disposition: form-data; name="files"; filename="a.txt"', '', 'hello'];
    const room1 = ['--B', 'Content-Disposition: form-data; name="roomId"', '', room.id];
    await refusal(raw([...room1, '--B', ...part]), 400, /not whole/);
    await refusal(raw([...room1, '--B', ...part.slice(0, 1)]), 400, /not whole|no file/);
    await refusal(raw([]), 400, /not whole/);
    const headers = { 'content-type': 'multipart/form-data' };
    await refusal(test.call('POST', '/v1/messages', { body: 'x', headers }), 400, /Boundary/);
    assert.equal(newFiles(), 0);
  });
});

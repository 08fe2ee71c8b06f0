import assert from 'node:assert/strict';
import { discardBody } from '../../../../src/servers/sandbox/bodies.ts';

describe('discardBody', () => {
  const requestWith = (body: ReadableStream | null) =>
    new Request('http://127.0.0.1/', { method: 'POST', body, duplex: 'half' });
  const streamOf = (...chunks: readonly string[]) => ReadableStream.from(chunks.map((chunk) => Buffer.from(chunk)));

  it('reads the rest of a body', async () => {
    const request = requestWith(streamOf('a', 'b'));
    await discardBody(request);
    assert.equal(request.bodyUsed, true);
  });

  it('leaves a body that a failed handler still holds, one that was read, and none', async () => {
    const held = requestWith(streamOf('a'));
    const reader = held.body?.getReader();
    await discardBody(held);
    assert.deepEqual((await reader?.read())?.value, Buffer.from('a'));
    const read = requestWith(streamOf('a'));
    await read.text();
    await discardBody(read);
    await discardBody(requestWith(null));
  });

  it('ends when the client has disconnected', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) });
    await discardBody(requestWith(broken));
  });
});

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { releaseBytes } from '../../../../src/core/api/releaseBody.ts';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { NodeBody } from '../../../../src/platform/http/nodeBody.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { settle } from '../../core/api/scriptedSend.ts';
import { useServers } from './rawServer.ts';

const kibibyte = 1024;

/** A body whose data the test pushes. */
function openBody() {
  const socket = new Socket();
  const message = new IncomingMessage(socket);
  const seen = { endCount: 0 };
  const body = new NodeBody(message, () => {
    seen.endCount += 1;
  });
  const push = async (...chunks: readonly (Uint8Array | null)[]): Promise<void> => {
    for (const chunk of chunks) message.push(chunk);
    await settle();
  };
  return { socket, message, seen, body, push };
}

const text = async (step: Promise<IteratorResult<Uint8Array>>): Promise<string | undefined> => {
  const { done, value } = await step;
  return done ? undefined : Buffer.from(value).toString();
};

describe('The body of a response', () => {
  it('takes 256 KiB ahead of its reader, and more when its reader has taken some', async () => {
    const { body, message, push } = openBody();
    await push(Buffer.alloc(kibibyte), Buffer.alloc(254 * kibibyte));
    assert.equal(message.isPaused(), false);
    await push(Buffer.alloc(300 * kibibyte));
    for (const isPaused of [true, true, true, false]) {
      assert.equal(message.isPaused(), isPaused);
      if (isPaused) await body.next();
    }
  });

  it('fails once, after the data that has arrived', async () => {
    const error = new Error('cut');
    const { body, push, seen } = openBody();
    await push(Buffer.from('half'));
    body.fail(error);
    await push(Buffer.from('late'));
    body.fail(new Error('later'));
    assert.equal(await text(body.next()), 'half');
    for (let time = 0; time < 2; time += 1) await assert.rejects(body.next(), error);
    assert.deepEqual([body.isEnded, seen.endCount, body.receivedBytes], [true, 1, 4]);
  });

  for (const [how, leave] of [
    ['while data arrives', () => undefined],
    ['after it failed', (body: NodeBody) => body.fail(new Error('cut'))],
  ] as const) {
    it(`has no data and no error for a reader that leaves it ${how}`, async () => {
      const { body, push, seen } = openBody();
      await push(Buffer.from('half'));
      leave(body);
      assert.deepEqual(await body.return(), { done: true, value: undefined });
      await body.return();
      assert.equal(await text(body.next()), undefined);
      assert.equal(seen.endCount, 1);
    });
  }

  it('closes its connection for a reader that leaves it early, and no other', async () => {
    const [left, read] = [openBody(), openBody()];
    read.message.complete = true;
    await read.push(null);
    await Promise.all([left.body.return(), read.body.return()]);
    assert.deepEqual([left.message.destroyed, left.socket.destroyed], [true, true]);
    assert.equal(read.socket.destroyed, false);
  });

  it('frees the reads of its socket above one MiB, until it ends', async () => {
    const { body, push, socket } = openBody();
    const freed = (): boolean => {
      const read = new Uint8Array(8);
      socket.emit('data', read);
      return read.byteLength === 0;
    };
    await push(Buffer.alloc(1024 * kibibyte));
    assert.equal(freed(), false);
    await body.next();
    await push(Buffer.alloc(1));
    assert.equal(freed(), true);
    await body.next();
    await push(Buffer.alloc(1));
    assert.equal(socket.listenerCount('data'), 1);
    await push(null);
    assert.equal(freed(), false);
  });
});

const mebibyte = 1024 * 1024;

describe('A long body', () => {
  const { listenHttp } = useServers();
  const block = randomBytes(100_003);

  /** The sum over the body, and the peak of additional buffer memory. */
  async function readAndRelease({ body }: SendResponse): Promise<{ sum: string; addedBytes: number }> {
    const { arrayBuffers: before } = process.memoryUsage();
    const hash = createHash('sha256');
    let addedBytes = 0;
    for await (const chunk of body) {
      hash.update(chunk);
      releaseBytes(chunk);
      addedBytes = Math.max(addedBytes, process.memoryUsage().arrayBuffers - before);
    }
    return { sum: hash.digest('hex'), addedBytes };
  }

  it('needs little more memory than the data in transit, and is complete', async () => {
    const blocks: readonly Buffer[] = new Array(400).fill(block);
    const { origin } = await listenHttp((_, response) => void Readable.from(blocks).pipe(response));
    const { sum, addedBytes } = await readAndRelease(await createNodeTransport()({ method: 'GET', url: origin }));
    const hash = createHash('sha256');
    for (const each of blocks) hash.update(each);
    assert.equal(sum, hash.digest('hex'));
    assert.ok(addedBytes < 10 * mebibyte, `${Math.round(addedBytes / mebibyte)} MiB of 40 MB`);
  });
});

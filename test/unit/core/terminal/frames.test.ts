import assert from 'node:assert/strict';
import {
  encodeFrame,
  type Frame,
  FrameError,
  jsonFrame,
  maxFrameBytes,
  readFrames,
} from '../../../../src/core/terminal/frames.ts';

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array, size = bytes.length): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(cut(bytes, size))) frames.push(frame);
  return frames;
}

describe('The frames between a program and a window', () => {
  const call = jsonFrame({ do: 'share', comment: 'Zürich' });
  const all = Buffer.concat([call, encodeFrame('content', Buffer.from('a\0b')), encodeFrame('end')]);

  it('arrive whole, however the connection cuts them', async () => {
    for (const size of [1, 2, 5, 7, all.length]) {
      const frames = await readAll(all, size);
      const texts = frames.map(({ kind, bytes }) => [kind, Buffer.from(bytes).toString()]);
      const json = '{"do":"share","comment":"Zürich"}';
      assert.deepEqual(
        texts,
        [
          ['json', json],
          ['content', 'a\0b'],
          ['end', ''],
        ],
        `${size} bytes at once`,
      );
    }
  });

  it('are refused by their first bytes: what is too long, of no kind, or a request of a browser', async () => {
    const head = (kind: number, length: number) => {
      const bytes = Buffer.alloc(5, kind);
      bytes.writeUInt32BE(length, 1);
      return bytes;
    };
    const refused = [head(2, maxFrameBytes + 1), head(1, 0xffffffff), head(9, 1), Buffer.from('GET / HTTP/1.1\r\n')];
    for (const bytes of refused) await assert.rejects(readAll(bytes), FrameError, bytes.toString('hex'));
    await assert.rejects(readAll(all.subarray(0, -1)), FrameError, 'an end within a frame');
    assert.throws(() => encodeFrame('content', new Uint8Array(maxFrameBytes + 1)), FrameError);
  });
});

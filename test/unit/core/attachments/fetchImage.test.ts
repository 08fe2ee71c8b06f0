import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { OpenContent } from '../../../../src/core/api/client.ts';
import { fetchImage } from '../../../../src/core/attachments/fetchImage.ts';

const png = (width: number, height: number): Uint8Array => {
  const bytes = Buffer.alloc(40);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const uint16 = (...values: readonly number[]) => Buffer.from(values.flatMap((value) => [value & 255, value >> 8]));
/** A GIF with a palette, a comment, and frames given as left, top, width and height. */
const gifOf = (screen: readonly [number, number], ...frames: readonly (readonly [number, number, number, number])[]) =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    uint16(...screen),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x21, 0xfe, 2, 0x2c, 0x2c, 0]),
    ...frames.flatMap((frame) => [
      Buffer.from([0x2c]),
      uint16(...frame),
      Buffer.from([0x80, 1, 2, 3, 4, 5, 6, 2, 2, 0x4c, 1, 0]),
    ]),
    Buffer.from([0x3b]),
  ]);
const gif = gifOf([2, 3], [0, 0, 2, 3], [1, 1, 1, 2]);
const bmp = Buffer.alloc(30);
bmp.write('BM');
bmp.writeInt32LE(2, 18);
bmp.writeInt32LE(-3, 22);
const jpegOf = (height: number, width: number): Uint8Array => {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 0, 0, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff]), frame]);
};

describe('fetchImage', () => {
  let readCount = 0;
  let isReleased = false;

  function clientWith(chunks: Iterable<Uint8Array>, byteLength?: number) {
    readCount = 0;
    isReleased = false;
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (const chunk of chunks) {
          readCount += 1;
          const lent = Uint8Array.from(chunk);
          yield lent;
          lent.fill(0);
        }
      } finally {
        isReleased = true;
      }
    }
    const info = byteLength === undefined ? {} : { byteLength };
    return { openContent: async (): Promise<OpenContent> => ({ info, startByte: 0, body: body() }) };
  }

  const refused = (bytes: Uint8Array, what?: string) =>
    assert.rejects(fetchImage(clientWith([bytes]), 'https://x/a.png'), { name: 'NotPreviewableError' }, what);

  for (const [mediaType, bytes] of [
    ['image/png', png(2, 3)],
    ['image/gif', gif],
    ['image/bmp', bmp],
    ['image/jpeg', jpegOf(2, 3)],
  ] as const) {
    it(`returns ${mediaType} by its bytes, in whatever chunks`, async () => {
      const image = await fetchImage(clientWith(Array.from(bytes, (byte) => Uint8Array.of(byte))), 'https://x/1');
      assert.equal(image.mediaType, mediaType);
      assert.deepEqual(Buffer.from(image.bytes), Buffer.from(bytes));
    });
  }

  it('stops at the limit, whatever the header says', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    function* endless(): Generator<Uint8Array> {
      for (;;) yield chunk;
    }
    await assert.rejects(fetchImage(clientWith(endless(), 10), 'https://x/1'), { name: 'DownloadTooLargeError' });
    assert.deepEqual([readCount, isReleased], [11, true]);
  });

  it('refuses images that would fill the memory', async () => {
    for (const bytes of [png(100_000, 100_000), jpegOf(65_535, 65_535), png(1, 1).subarray(0, 12)])
      await refused(bytes);
  });

  it('refuses a GIF with a frame that is larger than its screen, and one that it cannot read', async () => {
    for (const bytes of [
      gifOf([1, 1], [0, 0, 11_000, 11_000]),
      gifOf([1, 1], [0, 0, 1, 1], [0, 0, 11_000, 11_000]),
      gifOf([1, 11_000], [11_000, 0, 1, 1]),
      Buffer.concat([gif.subarray(0, -1), Buffer.from([7, 0x3b])]),
      gif.subarray(0, 8),
    ])
      await refused(bytes);
    assert.ok(await fetchImage(clientWith([gif.subarray(0, -1)]), 'https://x/1'), 'without its trailer');
  });

  it('refuses a JPEG with anything but segments before its frame', async () => {
    const [start, frame] = [Buffer.from([0xff, 0xd8]), jpegOf(2, 3).subarray(8)];
    const hidden = jpegOf(11_000, 11_000).subarray(8);
    const segment = (marker: number, length: number, ...content: readonly number[]) =>
      Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
    for (const [what, ...parts] of [
      ['other bytes', Buffer.from([0xff, 0xe0, 0, 2, 0, 1, 0, 18]), hidden, frame],
      ['a restart marker', segment(0xd0, 19), hidden, frame],
      ['a marker without parameters', segment(0x01, 19), hidden, frame],
      ['a scan', segment(0xda, 2), frame],
      ['an end', segment(0xd9, 2), frame],
      ['a second start', segment(0xd8, 2), frame],
      ['a reserved frame', segment(0xc8, 19), hidden, frame],
      ['a length of 0', segment(0xe0, 0), hidden, frame],
    ] as const)
      await refused(Buffer.concat([start, ...parts]), what);
    const filled = Buffer.concat([start, segment(0xfe, 4, 1, 2), Buffer.from([0xff, 0xff]), frame]);
    assert.ok(await fetchImage(clientWith([filled]), 'https://x/1'), 'fill bytes are allowed');
  });

  it('refuses other files, also with the name of an image', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '']) await refused(Buffer.from(text));
  });

  it('ends for any bytes after the signature of a JPEG', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (rest) => {
        const client = clientWith([Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), rest])]);
        await fetchImage(client, 'https://x/1').catch((error: Error) =>
          assert.equal(error.name, 'NotPreviewableError'),
        );
      }),
    );
  });
});

/** A frame: a WebP file without transparency, as a canvas encodes it, and how long it is shown. */
export interface Frame {
  readonly webp: Buffer;
  readonly durationMs: number;
}

const headerBytes = 12; // "RIFF", the size, "WEBP"
const [animationFlag, noBlending] = [2, 2];

/** An endless animation of whole frames of the same size, in the WebP container format. */
export function animatedWebp(frames: readonly Frame[], width: number, height: number): Buffer {
  const size = [...uint24(width - 1), ...uint24(height - 1)];
  const chunks = [
    chunk('VP8X', Buffer.from([animationFlag, 0, 0, 0, ...size])),
    chunk('ANIM', Buffer.alloc(6)), // black behind the frames, no end
    ...frames.map(({ webp, durationMs }) =>
      chunk(
        'ANMF',
        Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, ...size, ...uint24(durationMs), noBlending]), imageIn(webp)]),
      ),
    ),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** The chunk with the image. A color profile may stand before it, which a frame must not have. */
function imageIn(webp: Buffer): Buffer {
  for (let start = headerBytes; start < webp.byteLength; ) {
    const byteLength = webp.readUInt32LE(start + 4);
    const end = start + 8 + byteLength + (byteLength % 2);
    if (webp.toString('latin1', start, start + 4) === 'VP8 ') return webp.subarray(start, end);
    start = end;
  }
  throw new Error('the frame has no image without transparency');
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.byteLength);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.byteLength % 2)]);
}

const uint24 = (value: number): readonly number[] => [value & 0xff, (value >> 8) & 0xff, value >> 16];

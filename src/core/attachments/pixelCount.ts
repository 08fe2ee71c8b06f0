import type { ImageExtension } from './mediaType.ts';

/** Width times height by the header of an image; infinite if it has none. */
export function pixelCount(extension: ImageExtension, bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (extension) {
      case 'png':
        return view.getUint32(16) * view.getUint32(20);
      case 'gif':
        return gifPixelCount(view);
      case 'bmp':
        return Math.abs(view.getInt32(18, true) * view.getInt32(22, true));
      case 'jpg':
        return jpegPixelCount(view);
    }
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** The rectangle around the screen and all frames (GIF89a, 18 to 26): browsers grow the screen to the first frame. */
function gifPixelCount(view: DataView): number {
  const colorBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  // A file without a trailer is cut off, and has no further frames.
  for (let at = 13 + colorBytes(view.getUint8(10)); at < view.byteLength; ) {
    const block = view.getUint8(at);
    if (block === 0x3b) break;
    if (block === 0x21) at += 2;
    else if (block === 0x2c) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at += 11 + colorBytes(view.getUint8(at + 9));
    } else return Number.POSITIVE_INFINITY;
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return width * height;
}

/** Reads the segments up to the frame header (ITU T.81, B.1 and B.2.2). Infinite for anything else before it. */
function jpegPixelCount(view: DataView): number {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7);
    // Decoders search for the next marker in other bytes and after other markers, where this reading would lose them.
    const isSegment = marker === 0xffc4 || marker === 0xffcc || (marker >= 0xffdb && marker <= 0xfffe);
    if (marker === 0xffff) at += 1;
    else if (isSegment) at += 2 + view.getUint16(at + 2);
    else return Number.POSITIVE_INFINITY;
  }
}

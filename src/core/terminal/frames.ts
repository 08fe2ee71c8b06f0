import { errorWith } from '../base/errors.ts';

/** A part of what a program and a window send each other: a JSON text, some bytes of a pipe, or its end. */
export interface Frame {
  readonly kind: keyof typeof kinds;
  readonly bytes: Uint8Array;
}

const kinds = { json: 1, content: 2, end: 3 } as const;

/** The most bytes of a frame. */
export const maxFrameBytes = 1024 * 1024;

const headBytes = 5;

/** The other side does not follow the protocol. */
export class FrameError extends errorWith<object>() {
  constructor(problem: string) {
    super(problem, {});
  }
}

/** A frame as bytes: its kind in one byte, its length in four, and its content. */
export function encodeFrame(kind: Frame['kind'], bytes: Uint8Array = new Uint8Array()): Uint8Array {
  if (bytes.length > maxFrameBytes) throw new FrameError('the frame is too long');
  const frame = new Uint8Array(headBytes + bytes.length);
  new DataView(frame.buffer).setUint32(1, bytes.length);
  frame[0] = kinds[kind];
  frame.set(bytes, headBytes);
  return frame;
}

export function jsonFrame(value: unknown): Uint8Array {
  return encodeFrame('json', new TextEncoder().encode(JSON.stringify(value)));
}

/**
 * Reads frames, and no byte before the last frame was used.
 * @throws {FrameError} for an unknown kind and a length above the limit, before the frame is received, and for an end within it
 */
export async function* readFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let held: Uint8Array = new Uint8Array();
  for await (const chunk of source) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (let frame = firstOf(held); frame !== undefined; frame = firstOf(held)) {
      held = held.subarray(headBytes + frame.bytes.length);
      yield frame;
    }
  }
  if (held.length > 0) throw new FrameError('the frame has no end');
}

function firstOf(held: Uint8Array): Frame | undefined {
  if (held.length < headBytes) return undefined;
  const length = new DataView(held.buffer, held.byteOffset).getUint32(1);
  const [kind] = Object.entries(kinds).find(([, code]) => code === held[0]) ?? [];
  if (kind === undefined || length > maxFrameBytes) throw new FrameError('not a frame');
  if (held.length < headBytes + length) return undefined;
  return { kind: kind as Frame['kind'], bytes: held.subarray(headBytes, headBytes + length) };
}

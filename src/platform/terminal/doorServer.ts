import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import type { Log } from '../../core/base/log.ts';
import { type DoorAnswer, type DoorCall, exitCodes, parseDoorCall } from '../../core/terminal/doorCall.ts';
import { encodeFrame, type Frame, FrameError, maxFrameBytes, readFrames } from '../../core/terminal/frames.ts';
import { isEqualSecret } from '../isEqualSecret.ts';

const maxConnections = 4;

/** A program sends its call at once. */
const callLimitMs = 10_000;

/** The file with what a program has piped. It is removed after the answer. */
export interface PipedFile {
  readonly path: string;
  readonly byteLength: number;
  /** There was more than a file may have. The rest was not received. */
  readonly isTooLarge: boolean;
}

interface DoorPorts {
  readonly log: Log;
  /** @param signal aborted when the program ends. Never rejects */
  answer(call: DoorCall, piped: PipedFile | undefined, signal: AbortSignal): Promise<DoorAnswer>;
}

/** The socket of a window, and the key without which it answers nothing. */
export interface DoorServer {
  readonly socket: string;
  readonly key: string;
  close(): void;
}

/**
 * Listens in a new folder that only the user can enter; on Windows at a named pipe. It answers one call on each connection.
 * A connection that does not begin with a call and the key is closed without a word.
 */
export async function listenAtDoor(ports: DoorPorts): Promise<DoorServer> {
  const key = randomBytes(32).toString('base64url');
  const folder = mkdtempSync(join(tmpdir(), 'roomside-'));
  const pipe = `\\\\.\\pipe\\roomside-${randomBytes(16).toString('hex')}`;
  const path = process.platform === 'win32' ? pipe : join(folder, 'socket');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, { ...ports, key, folder }).catch((error: unknown) => {
      if (!(error instanceof FrameError)) ports.log.error('the terminal could not be answered', error);
      socket.destroy();
    });
  });
  server.maxConnections = maxConnections;
  server.listen(path);
  await once(server, 'listening');
  return {
    socket: path,
    key,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        // On Windows, a file that is still being written can be removed once it is closed.
        rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch((error: unknown) =>
          ports.log.error('a folder of the terminal could not be removed', error),
        );
      }
    },
  };
}

interface ServePorts extends DoorPorts {
  readonly key: string;
  readonly folder: string;
}

async function serve(socket: Socket, ports: ServePorts): Promise<void> {
  const abort = new AbortController();
  socket.once('close', () => abort.abort());
  const frames = readFrames(socket);
  const late = setTimeout(() => socket.destroy(), callLimitMs);
  const first = await frames.next().finally(() => clearTimeout(late));
  const parsed = first.done || first.value.kind !== 'json' ? undefined : parseDoorCall(textOf(first.value));
  if (parsed === undefined || !isEqualSecret(parsed.key, ports.key)) return void socket.destroy();
  const path = join(ports.folder, randomBytes(8).toString('hex'));
  try {
    const answer = await answerTo(parsed.call, { ...ports, frames, path, signal: abort.signal });
    const bytes = Buffer.from(JSON.stringify(answer));
    for (let at = 0; at < bytes.length; at += maxFrameBytes)
      socket.write(encodeFrame('json', bytes.subarray(at, at + maxFrameBytes)));
    socket.end();
  } finally {
    rmSync(path, { force: true });
  }
}

interface Receiving extends DoorPorts {
  readonly frames: AsyncGenerator<Frame>;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function answerTo(parse: () => DoorCall, receiving: Receiving): Promise<DoorAnswer> {
  const { answer, frames, path, signal } = receiving;
  let call: DoorCall;
  try {
    call = parse();
  } catch (error) {
    if (error instanceof TypeError) return { exit: exitCodes.usage, text: error.message };
    throw error;
  }
  const isPiped = call.do === 'share' && call.files.length === 0;
  const piped = isPiped ? await receive(frames, path) : undefined;
  // Reads on, so that the end of the program is noticed: it sends nothing more.
  if (piped?.isTooLarge !== true) void frames.next().catch(() => undefined);
  return answer(call, piped, signal);
}

/** Writes what is piped to a file. The program waits while the disk is slower. */
async function receive(frames: AsyncGenerator<Frame>, path: string): Promise<PipedFile> {
  const file = await open(path, 'wx', 0o600);
  let byteLength = 0;
  try {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done || frame.kind === 'json') throw new FrameError('the pipe has no end');
      if (frame.kind === 'end') return { path, byteLength, isTooLarge: false };
      if (byteLength + frame.bytes.length > maxAttachmentBytes) return { path, byteLength, isTooLarge: true };
      await file.writeFile(frame.bytes);
      byteLength += frame.bytes.length;
    }
  } finally {
    await file.close();
  }
}

const textOf = ({ bytes }: Frame): string => Buffer.from(bytes).toString();

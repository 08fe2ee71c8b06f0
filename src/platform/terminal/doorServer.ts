import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import type { Log } from '../../core/base/log.ts';
import {
  callHeader,
  type DoorAnswer,
  type DoorCall,
  exitCodes,
  maxHeaderBytes,
  parseDoorCall,
} from '../../core/terminal/doorCall.ts';
import { isEqualSecret } from '../isEqualSecret.ts';
import { doorProof, nonceHeader, proofHeader } from './doorProof.ts';
import { socketParent } from './doorRecord.ts';

const maxConnections = 4;

/** What is piped may take any time: the program that makes it runs meanwhile. */
const limits = { maxHeaderSize: maxHeaderBytes, headersTimeout: 10_000, requestTimeout: 0, requireHostHeader: false };

/** The file with what a program has piped. It is removed after the answer. */
export interface PipedFile {
  readonly path: string;
  /** More than `maxAttachmentBytes` if there was more than a file may have, of which the rest was not received. */
  readonly byteLength: number;
  /** Why it is not whole, such as that of a full disk. */
  readonly error?: unknown;
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
 * Serves HTTP in a new folder that only the user can enter; on Windows at a named pipe. A first request lets both sides prove
 * that they have the key. In the next one the key and the call are headers, and the body is what was piped. A request without
 * the key or its proof is closed without an answer.
 */
export async function listenAtDoor(ports: DoorPorts): Promise<DoorServer> {
  const key = randomBytes(32).toString('base64url');
  const folder = mkdtempSync(join(socketParent(), 'roomside-'));
  const pipe = `\\\\.\\pipe\\roomside-${randomBytes(16).toString('hex')}`;
  const path = process.platform === 'win32' ? pipe : join(folder, 'socket');
  const server = createServer(limits, (request, response) => {
    serve(request, response, { ...ports, key, folder }).catch((error: unknown) => {
      if (!response.closed) ports.log.error('the terminal could not be answered', error);
      request.destroy();
    });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  // Node.js answers these without a look at the key.
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage) => void request.destroy());
  server.maxConnections = maxConnections;
  server.listen(path);
  await once(server, 'listening');
  return {
    socket: path,
    key,
    close() {
      server.close();
      server.closeAllConnections();
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

type ServePorts = DoorPorts & Pick<DoorServer, 'key'> & { readonly folder: string };

async function serve(request: IncomingMessage, response: ServerResponse, ports: ServePorts): Promise<void> {
  const { authorization = '', [callHeader]: header, [nonceHeader]: nonce } = request.headers;
  const expected = nonce === undefined ? ports.key : doorProof(ports.key, 'program', `${nonce}`);
  // One request at a time: the response to another one on this connection has no socket yet.
  if (response.socket === null || !isEqualSecret(authorization, expected)) return void request.destroy();
  if (nonce !== undefined)
    return void response.setHeader(proofHeader, doorProof(ports.key, 'window', `${nonce}`)).end();
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  const path = join(ports.folder, randomBytes(8).toString('hex'));
  try {
    const call = callIn(`${header}`);
    const isPiped = 'files' in call && call.files.length === 0;
    const piped = isPiped ? await receive(request, path) : undefined;
    const answer = 'exit' in call ? call : await ports.answer(call, piped, abort.signal);
    response.end(JSON.stringify(answer));
  } finally {
    rmSync(path, { force: true });
  }
}

/** @returns an answer instead if there is no such call */
function callIn(header: string): DoorCall | DoorAnswer {
  try {
    return parseDoorCall(header);
  } catch (error) {
    if (error instanceof TypeError) return { exit: exitCodes.usage, text: error.message };
    throw error;
  }
}

/** Writes what is piped to a file. The program waits while the disk is slower. */
async function receive(request: IncomingMessage, path: string): Promise<PipedFile> {
  const chunks = request.iterator({ destroyOnReturn: false });
  let byteLength = 0;
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    for await (const chunk of chunks) {
      byteLength += chunk.length;
      if (byteLength > maxAttachmentBytes) break;
      await file.writeFile(chunk);
    }
    return { path, byteLength };
  } catch (error) {
    if (request.destroyed) throw error;
    return { path, byteLength, error };
  } finally {
    await file?.close();
  }
}

import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createNodeTransport } from '../../../src/platform/http/nodeTransport.ts';
import { listen } from '../../../src/servers/listen.ts';
import type { Sandbox } from '../../../src/servers/sandbox/sandbox.ts';
import type { SandboxConnection } from '../session.ts';

/** How the server delays or breaks the next POST. */
export type Slowness =
  | 'reads nothing and sends no response'
  | 'reads everything and sends no response'
  | 'reads the body byte by byte'
  | 'responds byte by byte'
  | 'closes the connection in the middle of a slow response';

/** Real time, because a socket has no other clock. Short, because a test waits for it. */
const shortIdleTimeoutMs = 500;

async function bodyOf(request: IncomingMessage, isSlow: boolean): Promise<Buffer> {
  const bytes: Buffer[] = [];
  if (!isSlow) {
    for await (const chunk of request) bytes.push(chunk as Buffer);
    return Buffer.concat(bytes);
  }
  const ended = once(request, 'end');
  for (let isOver = false; !isOver; await turn()) {
    for (let byte = request.read(1); byte !== null; byte = request.read(1)) {
      bytes.push(byte as Buffer);
      await turn();
    }
    isOver = request.readableEnded || (await Promise.race([ended.then(() => true), turn(false)]));
  }
  return Buffer.concat(bytes);
}

async function answer(response: ServerResponse, from: IncomingMessage, slowness: Slowness | undefined): Promise<void> {
  const body = await bodyOf(from, false);
  response.writeHead(from.statusCode ?? 500, from.headers);
  if (slowness === undefined) return void response.end(body);
  const end = slowness === 'responds byte by byte' ? body.byteLength : body.byteLength / 2;
  for (let at = 0; at < end; at += 1) {
    response.write(body.subarray(at, at + 1));
    await turn();
  }
  if (end === body.byteLength) response.end();
  else response.destroy();
}

async function ask(origin: string, { method = 'GET', url, headers }: IncomingMessage, body: Buffer) {
  // The name that the client uses, because the service writes it into its URLs.
  const asked = forward(new URL(url ?? '', origin), { method, headers });
  asked.end(body);
  const [answered] = (await once(asked, 'response')) as [IncomingMessage];
  return answered;
}

/** Connects to a sandbox behind a slow server. @param slowness for the next POST; removed when the POST arrives */
export async function connectSlowly(
  sandbox: Sandbox,
  slowness: Slowness[],
  idleTimeoutMs = shortIdleTimeoutMs,
): Promise<SandboxConnection> {
  const behind = await listen(sandbox);
  const server = createServer(async (request, response) => {
    const slow = request.method === 'POST' ? slowness.shift() : undefined;
    if (slow === 'reads nothing and sends no response') return;
    const body = await bodyOf(request, slow === 'reads the body byte by byte');
    const answered = await ask(behind.origin, request, body);
    if (slow !== 'reads everything and sends no response') await answer(response, answered, slow);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transport: createNodeTransport({ idleTimeoutMs }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await behind.close();
    },
  };
}

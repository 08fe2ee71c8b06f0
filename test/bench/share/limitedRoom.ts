import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A room on plain node:http that accepts a limited number of messages in each window of time. */
export interface LimitedRoom {
  readonly origin: string;
  readonly texts: readonly string[];
  readonly refusals: number;
  /** Requests during a wait that every client knew of. */
  readonly early: number;
  close(): Promise<void>;
}

/** @param limit messages in each window; a window begins with the first message after the previous one */
export async function openLimitedRoom(limit: number, windowMs: number): Promise<LimitedRoom> {
  const texts: string[] = [];
  const seen = { refusals: 0, early: 0 };
  let [windowStartMs, inWindow, waitUntilMs] = [Number.NEGATIVE_INFINITY, 0, 0];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const nowMs = performance.now();
      if (nowMs < waitUntilMs) seen.early += 1;
      if (nowMs - windowStartMs >= windowMs) [windowStartMs, inWindow] = [nowMs, 0];
      inWindow += 1;
      if (inWindow > limit) {
        const seconds = Math.max(1, Math.ceil((windowStartMs + windowMs - nowMs) / 1000));
        seen.refusals += 1;
        // Requests in flight at the first refusal could not know of it.
        if (waitUntilMs < nowMs) waitUntilMs = 0;
        setTimeout(() => {
          waitUntilMs = nowMs + seconds * 1000 - 20;
        }, 20);
        response.writeHead(429, { 'retry-after': String(seconds) }).end();
        return;
      }
      const message = JSON.parse(Buffer.concat(chunks).toString());
      texts.push(message.markdown);
      const body = JSON.stringify({ id: `message-${texts.length}`, created: new Date().toISOString(), ...message });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    get refusals() {
      return seen.refusals;
    },
    get early() {
      return seen.early;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

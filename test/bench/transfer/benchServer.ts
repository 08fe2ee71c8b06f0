import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { accessToken, amounts, benchRoomId, contentPath } from './job.ts';

// The server of the bench: only node:http, in its own process, started with the path of the file to serve. During a
// measured run it only counts, so that it is never the slower side.

/** What the server has received or sent since the last reset. The driver trusts these counts instead of the client's. */
export interface ServerCounts extends Record<keyof typeof amounts, number> {
  /** Whole bodies: the file and the multipart frame. */
  uploadedBytes: number;
  /** The last upload had the file that the server has. Only while checking. */
  isSameFile: boolean;
}

const noCounts: ServerCounts = { upload: 0, download: 0, rooms: 0, messages: 0, uploadedBytes: 0, isSameFile: false };
let counts = { ...noCounts };
let isChecking = false;

const content = readFileSync(process.argv[2] ?? '');

function answer(response: ServerResponse, status: number, body: Buffer | object, link?: string): void {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const headers = { 'content-type': 'application/json;charset=UTF-8', 'content-length': bytes.length };
  response.writeHead(status, { ...headers, ...(link && { link }) }).end(bytes);
}

async function receiveUpload(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isChecking) {
    const body = await buffer(request);
    counts.uploadedBytes += body.length;
    counts.isSameFile = body.includes(content);
  } else for await (const chunk of request) counts.uploadedBytes += chunk.length;
  counts.upload++;
  answer(response, 200, { id: `upload-${counts.upload}`, roomId: benchRoomId, files: [] });
}

async function receiveMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = (await json(request)) as Record<string, unknown>;
  if (message.roomId !== benchRoomId || typeof message.text !== 'string')
    return answer(response, 400, { message: 'roomId and text are needed' });
  counts.messages++;
  answer(response, 200, { id: `message-${counts.messages}`, created: new Date().toISOString(), ...message });
}

function room(index: number): object {
  const number = String(index).padStart(5, '0');
  return {
    id: `room-${number}`,
    title: `Team room ${number}: “release” notes & reviews`,
    type: index % 3 === 0 ? 'direct' : 'group',
    isLocked: index % 11 === 0,
    ...(index % 4 === 0 && { teamId: `team-${index % 40}` }),
    lastActivity: new Date(Date.UTC(2026, 0, 1) + index * 61_000).toISOString(),
    created: new Date(Date.UTC(2024, 0, 1) + index * 59_000).toISOString(),
  };
}

/** Each page is rendered on first use, so that serving it costs almost nothing. */
const pages = new Map<string, Buffer>();

function listRooms(url: URL, response: ServerResponse): void {
  const pageSize = Number(url.searchParams.get('max') ?? 100);
  const start = Number(url.searchParams.get('after') ?? 0);
  const end = Math.min(start + pageSize, amounts.rooms);
  const items = () => Array.from({ length: end - start }, (_, index) => room(start + index));
  const page = pages.get(url.search) ?? Buffer.from(JSON.stringify({ items: items() }));
  pages.set(url.search, page);
  counts.rooms += end - start;
  const next = `<${origin}/v1/rooms?max=${pageSize}&before&after=${end}>; rel="next"`;
  answer(response, 200, page, end < amounts.rooms ? next : undefined);
}

function sendContent(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': content.length,
    'content-disposition': 'attachment; filename="bench.bin"',
    'cache-control': 'no-cache',
  });
  response.end(content, () => counts.download++);
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', origin);
  if (url.pathname === '/_bench/reset') {
    counts = { ...noCounts };
    isChecking = url.searchParams.has('check');
  }
  if (url.pathname.startsWith('/_bench/')) return answer(response, 200, counts);
  const isKnown = request.headers.authorization === `Bearer ${accessToken}`;
  switch (isKnown && `${request.method} ${url.pathname}`) {
    case 'GET /v1/people/me':
      return answer(response, 200, { id: 'person-1', displayName: 'Bench', emails: ['bench@example.com'] });
    case 'GET /v1/rooms':
      return listRooms(url, response);
    case `GET ${contentPath}`:
      return sendContent(response);
    case 'POST /v1/messages': {
      const isUpload = request.headers['content-type']?.startsWith('multipart/');
      return void (isUpload ? receiveUpload : receiveMessage)(request, response);
    }
    default:
      request.resume();
      return answer(response, isKnown ? 404 : 401, { message: 'no token, or no such operation' });
  }
});

let origin = 'http://127.0.0.1';
server.listen(0, '127.0.0.1', () => {
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.send?.(origin);
});
process.on('disconnect', () => process.exit(0));

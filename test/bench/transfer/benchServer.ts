import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessToken, benchRoomId } from './job.ts';
import { roomPage } from './roomPages.ts';

// The server of the bench: only node:http, in its own process, started with the path of the file to serve. During a
// measured run it only counts, so that it is never the slower side.

/** What the server has received since the last reset. The driver trusts these counts instead of the client's. */
export interface ServerCounts {
  uploads: number;
  /** Whole bodies: the file and the multipart frame. */
  uploadedBytes: number;
  /** The SHA-256 of the file of the last upload, in hex. Only while checking. */
  sha256?: string;
  downloads: number;
  rooms: number;
  messages: number;
}

const noCounts: ServerCounts = { uploads: 0, uploadedBytes: 0, downloads: 0, rooms: 0, messages: 0 };
let counts = { ...noCounts };
let isChecking = false;

const content = readFileSync(process.argv[2] ?? '');

function answerJson(
  response: ServerResponse,
  status: number,
  body: Buffer | object,
  headers: Record<string, string> = {},
) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

function receiveUpload(request: IncomingMessage, response: ServerResponse): void {
  const kept: Buffer[] = [];
  let byteLength = 0;
  request.on('data', (chunk: Buffer) => {
    byteLength += chunk.length;
    if (isChecking) kept.push(chunk);
  });
  request.on('end', async () => {
    counts.uploads++;
    counts.uploadedBytes += byteLength;
    if (isChecking) counts.sha256 = await fileDigest(request.headers['content-type'] ?? '', Buffer.concat(kept));
    answerJson(response, 200, { id: `upload-${counts.uploads}`, roomId: benchRoomId, files: [] });
  });
}

async function fileDigest(type: string, body: Buffer<ArrayBuffer>): Promise<string> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const file = form.get('files');
  return createHash('sha256')
    .update(file instanceof Blob ? await file.bytes() : '')
    .digest('hex');
}

function receiveMessage(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const message = JSON.parse(Buffer.concat(chunks).toString());
    if (message.roomId !== benchRoomId || typeof message.text !== 'string') {
      answerJson(response, 400, { message: 'roomId and text are needed' });
      return;
    }
    counts.messages++;
    answerJson(response, 200, { id: `message-${counts.messages}`, created: new Date().toISOString(), ...message });
  });
}

function listRooms(url: URL, response: ServerResponse): void {
  const pageSize = Number(url.searchParams.get('max') ?? 100);
  const page = roomPage(pageSize, Number(url.searchParams.get('after') ?? 0));
  counts.rooms += page.itemCount;
  const next = `<${origin}/v1/rooms?max=${pageSize}&before&after=${page.after}>; rel="next"`;
  answerJson(response, 200, page.body, page.after === undefined ? {} : { link: next });
}

function sendContent(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': content.length,
    'content-disposition': 'attachment; filename="bench.bin"',
    'cache-control': 'no-cache',
  });
  response.end(content, () => counts.downloads++);
}

function control(url: URL, response: ServerResponse): void {
  if (url.pathname === '/_bench/reset') {
    counts = { ...noCounts };
    isChecking = url.searchParams.has('check');
  }
  answerJson(response, 200, counts);
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', origin);
  if (url.pathname.startsWith('/_bench/')) return control(url, response);
  if (request.headers.authorization !== `Bearer ${accessToken}`) {
    request.resume();
    return answerJson(response, 401, { message: 'no token' });
  }
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /v1/people/me':
      return answerJson(response, 200, { id: 'person-1', displayName: 'Bench', emails: ['bench@example.com'] });
    case 'GET /v1/rooms':
      return listRooms(url, response);
    case 'GET /v1/contents/bench':
      return sendContent(response);
    case 'POST /v1/messages':
      return request.headers['content-type']?.startsWith('multipart/')
        ? receiveUpload(request, response)
        : receiveMessage(request, response);
    default:
      request.resume();
      return answerJson(response, 404, { message: 'no such operation' });
  }
});

let origin = 'http://127.0.0.1';
server.listen(0, '127.0.0.1', () => {
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.send?.(origin);
});
process.on('disconnect', () => process.exit(0));

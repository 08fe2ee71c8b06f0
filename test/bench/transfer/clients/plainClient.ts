import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accessToken, type BenchClient, benchRoomId, type Item, messageBody } from '../job.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, or their pieces, of the length that the headers say. */
  readonly body?: Buffer | AsyncIterable<Uint8Array>;
}

export interface Answer {
  readonly link: string | string[] | undefined;
  readonly body: Readable;
  json(): Promise<unknown>;
}

const boundary = 'bench-7f3c1d9a5b2e4860';
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

function headOf(fileName: string): Buffer {
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="roomId"\r\n\r\n${benchRoomId}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${fileName}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
}

async function* framed(head: Buffer, filePath: string): AsyncGenerator<Uint8Array> {
  yield head;
  yield* createReadStream(filePath);
  yield tail;
}

/** A client that does nothing beside its requests. */
export function plainClient(origin: string, send: (request: Request) => Promise<Answer>): BenchClient {
  const authorized = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  const get = (url: string): Promise<Answer> => send({ method: 'GET', url, headers: authorized });
  const post = async (type: string, byteLength: number, body: NonNullable<Request['body']>): Promise<Item> => {
    const headers = { ...authorized, 'content-type': type, 'content-length': String(byteLength) };
    const answer = await send({ method: 'POST', url: `${origin}/v1/messages`, headers, body });
    return (await answer.json()) as Item;
  };
  return {
    getMe: async () => (await get(`${origin}/v1/people/me`)).json(),
    async upload(filePath) {
      const head = headOf(basename(filePath));
      const byteLength = head.length + (await stat(filePath)).size + tail.length;
      return post(`multipart/form-data; boundary=${boundary}`, byteLength, framed(head, filePath));
    },
    async download(url, targetPath) {
      await pipeline((await get(url)).body, createWriteStream(targetPath));
    },
    async listRooms(pageSize) {
      const rooms: Item[] = [];
      let url: string | undefined = `${origin}/v1/rooms?max=${pageSize}`;
      while (url) {
        const answer: Answer = await get(url);
        rooms.push(...((await answer.json()) as { items: Item[] }).items);
        url = /<([^>]*)>; rel="next"/.exec(String(answer.link))?.[1];
      }
      return rooms;
    },
    async postMessages(texts) {
      const messages: Item[] = [];
      for (const text of texts) {
        const body = Buffer.from(messageBody(text));
        messages.push(await post('application/json', body.length, body));
      }
      return messages;
    },
  };
}

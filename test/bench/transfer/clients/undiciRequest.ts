import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import { accessToken, type BenchClient, type Item, messageBody } from '../job.ts';
import { linkNext } from '../linkNext.ts';
import { multipartFrame } from '../multipartFrame.ts';
import { serveClient } from '../serveClient.ts';

const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };

async function* framed(head: Buffer, filePath: string, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* createReadStream(filePath);
  yield tail;
}

/** Plain undici.request: the baseline of every ratio. */
function createUndiciClient(origin: string): BenchClient {
  const messagesUrl = `${origin}/v1/messages`;
  return {
    getMe: async () => (await request(`${origin}/v1/people/me`, { headers })).body.json(),
    async upload(filePath) {
      const { contentType, head, tail } = multipartFrame(basename(filePath));
      const byteLength = head.length + (await stat(filePath)).size + tail.length;
      const { body } = await request(messagesUrl, {
        method: 'POST',
        headers: { ...headers, 'content-type': contentType, 'content-length': String(byteLength) },
        body: Readable.from(framed(head, filePath, tail), { objectMode: false }),
      });
      return (await body.json()) as Item;
    },
    async download(url, targetPath) {
      const { body } = await request(url, { headers });
      await pipeline(body, createWriteStream(targetPath));
    },
    async listRooms(pageSize) {
      const rooms: Item[] = [];
      let url: string | undefined = `${origin}/v1/rooms?max=${pageSize}`;
      while (url) {
        const answer: Awaited<ReturnType<typeof request>> = await request(url, { headers });
        rooms.push(...((await answer.body.json()) as { items: Item[] }).items);
        url = linkNext(answer.headers.link);
      }
      return rooms;
    },
    async postMessages(texts) {
      const messages: Item[] = [];
      for (const text of texts) {
        const { body } = await request(messagesUrl, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: messageBody(text),
        });
        messages.push((await body.json()) as Item);
      }
      return messages;
    },
  };
}

serveClient(createUndiciClient);

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { accessToken, type BenchClient, type Item, messageBody } from '../job.ts';
import { linkNext } from '../linkNext.ts';
import { multipartFrame } from '../multipartFrame.ts';
import { serveClient } from '../serveClient.ts';

const agent = new Agent({ keepAlive: true });
const authorized = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };

function start(method: string, url: string, headers: Record<string, string | number> = {}): ClientRequest {
  return request(url, { method, agent, headers: { ...authorized, ...headers } });
}

async function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer] = await once(sent, 'response');
  return answer;
}

async function readJson(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(answer, 'end');
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** node:http with only a keep-alive agent: the minimum for a client in Node. */
function createNodeHttpClient(origin: string): BenchClient {
  const messagesUrl = `${origin}/v1/messages`;
  return {
    getMe: async () => readJson(await answerOf(start('GET', `${origin}/v1/people/me`).end())),
    async upload(filePath) {
      const { contentType, head, tail } = multipartFrame(basename(filePath));
      const byteLength = head.length + (await stat(filePath)).size + tail.length;
      const sent = start('POST', messagesUrl, { 'content-type': contentType, 'content-length': byteLength });
      const answer = answerOf(sent);
      sent.write(head);
      await pipeline(createReadStream(filePath), sent, { end: false });
      sent.end(tail);
      return (await readJson(await answer)) as Item;
    },
    async download(url, targetPath) {
      await pipeline(await answerOf(start('GET', url).end()), createWriteStream(targetPath));
    },
    async listRooms(pageSize) {
      const rooms: Item[] = [];
      let url: string | undefined = `${origin}/v1/rooms?max=${pageSize}`;
      while (url) {
        const answer = await answerOf(start('GET', url).end());
        rooms.push(...((await readJson(answer)) as { items: Item[] }).items);
        url = linkNext(answer.headers.link);
      }
      return rooms;
    },
    async postMessages(texts) {
      const messages: Item[] = [];
      for (const text of texts) {
        const body = Buffer.from(messageBody(text));
        const sent = start('POST', messagesUrl, { 'content-type': 'application/json', 'content-length': body.length });
        messages.push((await readJson(await answerOf(sent.end(body)))) as Item);
      }
      return messages;
    },
  };
}

serveClient(createNodeHttpClient);

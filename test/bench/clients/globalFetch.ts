import { createWriteStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { accessToken, type BenchClient, benchRoomId, type Item, messageBody } from '../job.ts';
import { linkNext } from '../linkNext.ts';
import { serveClient } from '../serveClient.ts';

const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };

/** The platform's fetch, FormData and openAsBlob, as in the documentation of Node. */
function createFetchClient(origin: string): BenchClient {
  const messagesUrl = `${origin}/v1/messages`;
  return {
    getMe: async () => (await fetch(`${origin}/v1/people/me`, { headers })).json(),
    async upload(filePath) {
      const form = new FormData();
      form.set('roomId', benchRoomId);
      form.set('files', await openAsBlob(filePath, { type: 'application/octet-stream' }), basename(filePath));
      const answer = await fetch(messagesUrl, { method: 'POST', headers, body: form });
      return (await answer.json()) as Item;
    },
    async download(url, targetPath) {
      const { body } = await fetch(url, { headers });
      if (!body) throw new Error('the answer has no body');
      await pipeline(body, createWriteStream(targetPath));
    },
    async listRooms(pageSize) {
      const rooms: Item[] = [];
      let url: string | undefined = `${origin}/v1/rooms?max=${pageSize}`;
      while (url) {
        const answer: Response = await fetch(url, { headers });
        rooms.push(...((await answer.json()) as { items: Item[] }).items);
        url = linkNext(answer.headers.get('link'));
      }
      return rooms;
    },
    async postMessages(texts) {
      const messages: Item[] = [];
      for (const text of texts) {
        const answer = await fetch(messagesUrl, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: messageBody(text),
        });
        messages.push((await answer.json()) as Item);
      }
      return messages;
    },
  };
}

serveClient(createFetchClient);

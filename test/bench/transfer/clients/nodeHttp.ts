import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { serveClient } from '../serveClient.ts';
import { plainClient } from './plainClient.ts';

const agent = new Agent({ keepAlive: true });

/** node:http with only a keep-alive agent: the minimum for a client in Node. */
void serveClient((origin) =>
  plainClient(origin, async ({ method, url, headers, body }) => {
    const sent = request(url, { method, agent, headers });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    if (body === undefined || Buffer.isBuffer(body)) sent.end(body);
    else await pipeline(body, sent);
    const [answer] = await answered;
    return { link: answer.headers.link, body: answer, json: () => json(answer) };
  }),
);

import { Readable } from 'node:stream';
import { request } from 'undici';
import { serveClient } from '../serveClient.ts';
import { plainClient } from './plainClient.ts';

/** Plain undici.request: the baseline of every ratio. */
void serveClient((origin) =>
  plainClient(origin, async ({ method, url, headers, body: sent = null }) => {
    const body = sent === null || Buffer.isBuffer(sent) ? sent : Readable.from(sent, { objectMode: false });
    const answer = await request(url, { method, headers, body });
    return { link: answer.headers.link, body: answer.body, json: () => answer.body.json() };
  }),
);

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { type Constituent, turnsOfTide } from './tide.ts';

const stations: Record<string, Constituent[]> = JSON.parse(await readFile('web/stations.json', 'utf8'));

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const constituents = stations[pathname.slice(1)];
  if (!constituents) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: `No such harbour. Try one of: ${Object.keys(stations).join(', ')}` }));
    return;
  }
  const now = Date.now() / 3_600_000;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(turnsOfTide(now, now + 25, constituents), null, 2));
}).listen(4180);

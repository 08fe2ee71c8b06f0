import assert from 'node:assert/strict';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';
import { refusal, useSandboxWithFiles } from './openTestSandbox.ts';

const origin = 'https://example.com';

async function* broken(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield Buffer.from('half');
  throw new Error('socket hang up');
}

async function* endless(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (;;) yield Buffer.alloc(8 * 1024 * 1024);
}

const answer =
  (status: number, headers: Record<string, string> = {}, body?: string | AsyncIterable<Uint8Array<ArrayBuffer>>) =>
  () =>
    new Response(typeof body === 'object' ? ReadableStream.from(body) : (body ?? null), { status, headers });

describe('remote files in the sandbox', () => {
  const asked: string[] = [];
  const web: Record<string, () => Response> = {};
  const fetchRemote = createSandboxSend({
    async fetch({ url }) {
      asked.push(url);
      return (web[url.slice(origin.length)] ?? answer(404))();
    },
  });
  const { test, newFiles } = useSandboxWithFiles({ fetchRemote });

  const message = (path: string) => ({ roomId: seededId('ROOM', 'api'), text: 'see', files: [origin + path] });
  const post = (path: string) => test.post(message(path));
  const fileOf = async (path: string) => test.call('GET', (await test.posted(message(path))).files?.[0] ?? '');

  it('are fetched and stored as a content, with the name of the header or else of the address', async () => {
    web['/img/a%20b.png?x=1'] = answer(200, { 'content-type': 'image/png; q=1' }, 'one two');
    const content = await fileOf('/img/a%20b.png?x=1');
    assert.equal(await content.text(), 'one two');
    assert.equal(content.headers.get('content-type'), 'image/png');
    assert.equal(content.headers.get('content-disposition'), 'attachment; filename="a b.png"');
    for (const [given, shown] of [
      ['attachment; filename="x \\"y\\".txt"', `filename="x \\"y\\".txt"; filename*=UTF-8''x%20%22y%22.txt`],
      ["attachment; filename=plain.txt; filename*=UTF-8''%C3%BC.txt", `filename="_.txt"; filename*=UTF-8''%C3%BC.txt`],
      ['attachment; filename=plain.txt', 'filename="plain.txt"'],
      ['inline', 'filename="a.txt"'],
    ] as const) {
      web['/a.txt'] = answer(200, { 'content-disposition': given });
      assert.equal((await fileOf('/a.txt')).headers.get('content-disposition'), `attachment; ${shown}`, given);
    }
  });

  it('follow no redirect to another scheme, and no loop', async () => {
    asked.length = 0;
    web['/a'] = answer(302, { location: 'file:///etc/hosts' });
    await refusal(post('/a'), 400, /neither http nor https/);
    web['/b'] = answer(302, { location: '/b' });
    await refusal(post('/b'), 400, /redirects more than 5 times/);
    assert.equal(asked.length, 7);
  });

  it('blame the address for a rejection and the upstream for a failure, and stop at 100 MB', async function () {
    this.timeout(60_000);
    web['/down'] = answer(503);
    web['/cut'] = answer(200, {}, broken());
    web['/no'] = () => {
      throw new Error('getaddrinfo ENOTFOUND');
    };
    web['/big'] = answer(200, { 'content-length': '104857601' }, broken());
    web['/endless'] = answer(200, {}, endless());
    await refusal(post('/missing'), 400, /status 404/);
    await refusal(post('/down'), 502, /status 503/);
    await refusal(post('/cut'), 502, /socket hang up/);
    await refusal(post('/no'), 502, /ENOTFOUND/);
    await refusal(post('/big'), 400, /larger than 100 MB/);
    await refusal(post('/endless'), 400, /larger than 100 MB/);
    assert.equal(newFiles(), 0);
  });
});

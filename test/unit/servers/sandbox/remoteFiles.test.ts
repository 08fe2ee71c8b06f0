import assert from 'node:assert/strict';
import type { Send, SendResponse } from '../../../../src/core/api/send.ts';
import { type Room, refusal, useSandboxWithFiles } from './openTestSandbox.ts';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: AsyncIterable<Uint8Array>;
}

async function* bytes(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  throw new Error('socket hang up');
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.alloc(8 * 1024 * 1024);
}

describe('remote files in the sandbox', () => {
  let room: Room;
  let asked: string[];
  let web: Record<string, Answer | Error>;

  const send: Send = async ({ url }): Promise<SendResponse> => {
    asked.push(url);
    const answer = web[url] ?? { status: 404 };
    if (answer instanceof Error) throw answer;
    const { status = 200, headers = {}, body = bytes() } = answer;
    return { status, header: (name) => headers[name], body };
  };

  const { test, newFiles } = useSandboxWithFiles({ fetchRemote: send });
  beforeEach(async () => {
    room = await test.room('Platform');
    asked = [];
    web = {};
  });

  const post = (url: string, roomId = room.id, service = test) => service.post({ roomId, text: 'see', files: [url] });
  const fileOf = async (url: string) => {
    const message = await test.posted({ roomId: room.id, text: 'see', files: [url] });
    return test.call('GET', message.files?.[0] ?? '');
  };

  it('are fetched and stored as a content', async () => {
    const headers = { 'content-type': 'image/png; q=1' };
    web['https://example.com/img/a%20b.png?x=1'] = { headers, body: bytes('one', 'two') };
    const content = await fileOf('https://example.com/img/a%20b.png?x=1');
    assert.equal(await content.text(), 'onetwo');
    assert.equal(content.headers.get('content-type'), 'image/png');
    assert.equal(content.headers.get('content-disposition'), 'attachment; filename="a b.png"');
  });

  const names: [string, string][] = [
    [
      'attachment; filename="x \\"y\\".txt"',
      'attachment; filename="x \\"y\\".txt"; filename*=UTF-8\'\'x%20%22y%22.txt',
    ],
    [
      "attachment; filename=plain.txt; filename*=UTF-8''%C3%BC.txt",
      'attachment; filename="_.txt"; filename*=UTF-8\'\'%C3%BC.txt',
    ],
    ['attachment; filename=plain.txt', 'attachment; filename="plain.txt"'],
    ['inline', 'attachment; filename="a.txt"'],
  ];
  for (const [given, shown] of names) {
    it(`takes the name from ${given}`, async () => {
      web['https://example.com/a.txt'] = { headers: { 'content-disposition': given } };
      assert.equal((await fileOf('https://example.com/a.txt')).headers.get('content-disposition'), shown);
    });
  }

  it('follow no redirect to another scheme, and no loop', async () => {
    web['https://example.com/a'] = { status: 302, headers: { location: 'file:///etc/hosts' } };
    await refusal(post('https://example.com/a'), 400, /neither http nor https/);
    web['https://example.com/b'] = { status: 302, headers: { location: '/b' } };
    await refusal(post('https://example.com/b'), 400, /redirects more than 5 times/);
    assert.equal(asked.length, 7);
  });

  it('blame the address for a rejection and the upstream for a failure', async () => {
    await refusal(post('https://example.com/missing'), 400, /status 404/);
    web['https://example.com/down'] = { status: 503 };
    await refusal(post('https://example.com/down'), 502, /status 503/);
    web['https://example.com/cut'] = { body: broken() };
    await refusal(post('https://example.com/cut'), 502, /socket hang up/);
    web['https://example.com/no'] = new Error('getaddrinfo ENOTFOUND');
    await refusal(post('https://example.com/no'), 502, /ENOTFOUND/);
    assert.equal(newFiles(), 0);
  });

  it('stop at 100 MB, announced or not, and are deleted', async function () {
    this.timeout(60_000);
    web['https://example.com/big'] = { headers: { 'content-length': '104857601' }, body: broken() };
    await refusal(post('https://example.com/big'), 400, /larger than 100 MB/);
    web['https://example.com/endless'] = { body: endless() };
    await refusal(post('https://example.com/endless'), 400, /larger than 100 MB/);
    assert.equal(newFiles(), 0);
  });
});

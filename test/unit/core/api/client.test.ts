import assert from 'node:assert/strict';
import { createServiceClient, type ServiceClient } from '../../../../src/core/api/client.ts';
import { bytesPart } from '../../../../src/core/api/requestBody.ts';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { answer, type Sent, scriptedSend } from './scriptedSend.ts';

function setUp(response: SendResponse = answer(200, { id: 'x' }), baseUrl = 'https://api.example') {
  const { send, sent } = scriptedSend(() => response);
  return { client: createServiceClient({ baseUrl, send }), sent };
}

/** The requests of the client as `METHOD URL`, with their bodies. */
async function requestOf(action: (client: ServiceClient) => Promise<unknown>): Promise<[string, string]> {
  const { client, sent } = setUp();
  await action(client);
  const [{ request, body } = {} as Sent] = sent;
  return [`${request.method} ${request.url.replace('https://api.example', '')}`, `${body}`];
}

describe('The client', () => {
  it('sends each request as the service API specifies', async () => {
    assert.deepEqual(await requestOf((client) => client.getMe()), ['GET /v1/people/me', '']);
    const expected = ['POST /v1/messages', '{"roomId":"r","markdown":"**b**"}'];
    assert.deepEqual(await requestOf((client) => client.createMessage({ roomId: 'r', markdown: '**b**' })), expected);
    const request = await requestOf((client) => client.createMessage({ roomId: 'r', files: ['https://a.example/b'] }));
    assert.deepEqual(request, ['POST /v1/messages', '{"roomId":"r","files":["https://a.example/b"]}']);
    for (const [toPerson, field] of [
      [{ id: 'p', email: 'a@b.example', name: 'Ada' }, '"toPersonId":"p"'],
      [{ email: 'a@b.example', name: 'Ada' }, '"toPersonEmail":"a@b.example"'],
    ] as const) {
      const request = await requestOf((client) => client.createMessage({ roomId: '', toPerson, text: 'x' }));
      assert.deepEqual(request, ['POST /v1/messages', `{${field},"text":"x"}`]);
    }
    assert.deepEqual(await requestOf((client) => client.deleteMessage('a/b?c')), ['DELETE /v1/messages/a%2Fb%3Fc', '']);
  });

  it('writes the query of a list, without parameters that are not set', async () => {
    const urls: string[] = [];
    const { client, sent } = setUp(answer(200, { items: [] }));
    const lists = [
      client.listRooms({}),
      client.listRooms({ max: 7 }),
      client.listPeople({ displayName: 'Ada & Co' }),
      client.listMessages({ roomId: 'r', max: 5, before: '2026-01-01T00:00:00.000Z' }),
      client.listMemberships({ roomId: 'r' }),
    ];
    for (const list of lists) {
      sent.length = 0;
      await list.next().catch((error: Error) => assert.equal(error.name, 'UnexpectedResponseError'));
      const { method, url, headers } = sent[0]?.request ?? assert.fail();
      urls.push(`${method} ${headers?.accept} ${url.replace('https://api.example/v1', '')}`);
    }
    assert.deepEqual(
      urls,
      [
        '/rooms',
        '/rooms?max=7',
        '/people?displayName=Ada+%26+Co',
        '/messages?roomId=r&max=5&before=2026-01-01T00%3A00%3A00.000Z',
        '/memberships?roomId=r',
      ].map((path) => `GET application/json ${path}`),
    );
  });

  it('sends a file after the room and the text', async () => {
    const file = bytesPart('a.txt', 'text/plain', Buffer.from('bytes'));
    const { client, sent } = setUp();
    await client.createMessage({ roomId: 'r', parentId: 'parent', text: 'words', file });
    const body = `${sent[0]?.body}`;
    const parts = /name="roomId".*name="parentId".*parent.*name="text".*name="files"; filename="a.txt".*bytes/s;
    assert.match(body, parts);
    assert.equal(sent[0]?.request.body?.byteLength, sent[0]?.body.byteLength);
  });

  it('accepts any 2xx response to a message, because a retry would send it twice', async () => {
    const answers: [SendResponse, string][] = [
      [answer(200, { id: 'm', roomId: 'r' }), 'm'],
      [answer(201, { id: 'm' }), 'm'],
      [answer(204), ''],
      [answer(200, ''), ''],
      [answer(200, {}), ''],
      [answer(200, []), ''],
      [answer(200, '7'), ''],
    ];
    for (const [response, id] of answers) {
      assert.deepEqual(await setUp(response).client.createMessage({ roomId: 'r', text: 'x' }), { id, roomId: 'r' });
    }
  });

  it('reports a failed deletion, and accepts any 2xx response', async () => {
    const { client, sent } = setUp(answer(204));
    await client.deleteMessage('m');
    assert.deepEqual(sent[0]?.request.headers, { accept: 'application/json' });
    await setUp(answer(200, 'gone')).client.deleteMessage('m');
    await assert.rejects(setUp(answer(404)).client.deleteMessage('m'), { name: 'ServiceError', status: 404 });
  });

  it('takes a web page for that of a gateway, and neither for a file nor for a deletion', async () => {
    const html = { 'content-type': 'text/html; charset=utf-8' };
    const { client } = setUp(answer(200, '<p>Sign in', html));
    const url = 'https://api.example/v1/contents/c1';
    for (const working of [client.deleteMessage('m'), client.openContent(url), client.headContent(url)])
      await assert.rejects(working, { name: 'UnexpectedResponseError', problem: 'html' });
    await setUp(answer(200, '', html)).client.deleteMessage('m');
    const named = setUp(answer(200, '<p>Report', { ...html, 'content-disposition': 'attachment; filename="a.html"' }));
    assert.equal((await named.client.openContent(url)).info.fileName, 'a.html');
  });

  it('marks only the request for the bytes of a content as a download', async () => {
    const { client, sent } = setUp(answer(200, {}));
    await client.openContent('https://api.example/v1/contents/c1');
    await client.openContent('https://api.example/v1/contents/c1', undefined, { startByte: 1, entityTag: '"a"' });
    await client.getMe();
    await client.createMessage({ roomId: 'r', markdown: 'b' });
    const accept = { accept: 'application/json' };
    const acceptAny = { accept: 'application/json, */*' };
    const requests = sent.map(({ request: { method, isDownload, headers } }) => [method, isDownload, headers]);
    assert.deepEqual(requests, [
      ['GET', true, acceptAny],
      ['GET', true, { ...acceptAny, range: 'bytes=1-', 'if-range': '"a"' }],
      ['GET', undefined, accept],
      ['POST', undefined, accept],
    ]);
  });

  for (const [what, status, range, startByte, etag] of [
    ['reads the rest of a content', 206, 'bytes 2-4/5', 2],
    ['reads the rest of a content whose version is named', 206, 'bytes 2-4/5', 2, '"a"'],
    ['reads the whole content if the service sends it', 200, 'bytes 2-4/5', 0, '"b"'],
    ['rejects another rest of a content', 206, 'bytes 1-4/5', undefined],
    ['rejects a rest of a content without its place', 206, 'bytes 2-4/*', undefined],
    ['rejects a rest of another version of a content', 206, 'bytes 2-4/5', undefined, '"b"'],
    ['rejects a content that is not there yet', 202, '', undefined],
    ['rejects no content', 204, '', undefined],
  ] as const) {
    it(what, async () => {
      const headers = { 'content-range': range, 'content-length': '3', ...(etag && { etag }) };
      const { client } = setUp(answer(status, 'tes', headers));
      const rest = { startByte: 2, entityTag: '"a"' };
      const opening = client.openContent('/v1/contents/c1', undefined, rest);
      if (startByte === undefined) return assert.rejects(opening, { problem: 'wrong-shape', status });
      const { info, ...opened } = await opening;
      assert.deepEqual([opened.startByte, info.byteLength], [startByte, status === 206 ? 5 : 3]);
    });
  }

  for (const [problem, urls] of [
    [
      'other-server',
      [
        'https://evil.example/v1/contents/c1',
        'http://api.example/v1/contents/c1',
        'https://api.example.evil.example/v1/contents/c1',
        '//evil.example/v1/contents/c1',
        'file:///etc/passwd',
        'https://[',
      ],
    ],
    [
      'other-path',
      [
        ...['/v1/people/me', '/v1/contents/', '/v1/contents/c1/more', '/x/v1/contents/c1', '/v1/contents/a%00b'],
        ...['/v1/contents/../people/me', '/v1/contents/%2e%2e/people', '/v1/contents/..%2Fpeople%2Fme'],
        ...['/v1/contents/..%5Cpeople', '/v1/contents/%252e%252e%252fpeople', 'https://api.example/oauth/token'],
      ],
    ],
  ] as const) {
    it(`[S28] sends no request for a content that a message names on an ${problem}`, async () => {
      for (const url of urls) {
        const { client, sent } = setUp();
        await assert.rejects(client.openContent(url), { name: 'ForeignContentError', problem }, url);
        await assert.rejects(client.headContent(url), { name: 'ForeignContentError', problem }, url);
        assert.equal(sent.length, 0);
      }
    });
  }

  it('requests a content without user name, query and fragment, and below the path of the service', async () => {
    for (const [url, baseUrl, requested] of [
      ['https://me:secret@api.example/v1/contents/c1?x=1#y', 'https://api.example', '/v1/contents/c1'],
      ['/v1/contents/Y2lzY29zcGFyazov_L1-U~=%3D', 'https://api.example', '/v1/contents/Y2lzY29zcGFyazov_L1-U~=%3D'],
      ['/team/v1/contents/c1', 'https://api.example/team/', '/team/v1/contents/c1'],
      ['/v1/contents/c1', 'https://api.example/team', '/v1/contents/c1'],
    ] as const) {
      const { client, sent } = setUp(answer(200), baseUrl);
      await client.headContent(url);
      assert.equal(sent[0]?.request.url, `https://api.example${requested}`);
    }
  });

  for (const status of [405, 501]) {
    it(`uses GET if HEAD returns ${status}, and discards the body`, async () => {
      const headers = { 'content-disposition': 'attachment; filename="a.txt"', 'content-length': '5' };
      const used: string[] = [];
      const next = async () => ({ done: false, value: Buffer.from(`${used.push('read')}`) }) as const;
      const end = async () => ({ done: true, value: used.push('released') }) as const;
      const body = { [Symbol.asyncIterator]: () => ({ next, return: end }) };
      const { send, sent } = scriptedSend(({ method }) =>
        method === 'HEAD' ? answer(status) : { ...answer(200, '', headers), body },
      );
      const client = createServiceClient({ baseUrl: 'https://api.example', send });
      assert.deepEqual(await client.headContent('/v1/contents/c1'), { fileName: 'a.txt', byteLength: 5 });
      assert.deepEqual([sent.map(({ request }) => request.method), used], [['HEAD', 'GET'], ['released']]);
    });
  }
});

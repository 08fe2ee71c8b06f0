import assert from 'node:assert/strict';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { type CallOptions, formOf, openTestSandbox, refusal, useSandboxWithFiles } from './openTestSandbox.ts';

const roomId = seededId('ROOM', 'api');
const personEmail = 'tom.becker@example.com';
const file = (name = 'a.txt') => new File(['hello'], name);

const json = (body: unknown): CallOptions => ({ json: body });
const form = (fields: Record<string, unknown>): CallOptions => ({ body: formOf(fields) });
const raw = (type: string, body: string | Uint8Array<ArrayBuffer>): CallOptions => ({
  body,
  headers: { 'content-type': type },
});
const part = (...lines: string[]) => ['--B', 'Content-Disposition: form-data; name="roomId"', '', roomId, ...lines];
const formOfLines = (...lines: string[]) => raw('multipart/form-data; boundary=B', lines.join('\r\n'));
const filePart = 'Content-Disposition: form-data; name="files"; filename="a.txt"';

type Row = readonly [request: CallOptions, message: RegExp, status?: number];

const start = { challenge: 'a'.repeat(43), fid: 'b'.repeat(22) };
const integration = { name: 'x', redirectUris: ['a:b'], scopes: ['svc:all'] };
const fault = (more: object) => json({ effect: { kind: 'html' }, ...more });

/** What is wrong with requests, by operation. The status is 400 where there is none. */
const refused: Readonly<Record<string, readonly Row[]>> = {
  'POST /v1/messages': [
    [json({ text: 'x' }), /“roomId” is required/],
    [json({ roomId: `${roomId}\0`, text: 'x' }), /“roomId” must not contain a NUL character/],
    [json({ roomId, text: 5 }), /“text” must be a string/],
    [json({ roomId, files: 'https://example.com/a' }), /“files” must be an array/],
    [json({ roomId, files: ['https://example.com/a', 'https://example.com/b'] }), /one URL/],
    [json({ roomId, files: ['file:///etc/hosts'] }), /http or https/],
    [json({ roomId, text: 'x', files: [] }), /exactly one URL/],
    [{ ...json({ roomId, text: 'x' }), headers: { accept: 'text/xml' } }, /application\/json/, 404],
    [json({ roomId, text: 'x', html: '<b>' }), /“html” is not a field/],
    [json([]), /JSON object/],
    ...[{}, { text: '' }, { text: ' \n' }, { markdown: '' }].map(
      (empty) => [json({ roomId, ...empty }), /“text”, “markdown” or “files”/] as const,
    ),
    [json({ roomId, text: 'x', parentId: 'unknown' }), /must be the id of a message of the room/],
    [
      json({ roomId, text: 'x', parentId: seededId('MESSAGE', 'incidents/0') }),
      /must be the id of a message of the room/,
    ],
    [json({ roomId, text: 'x', markdown: `${'é'.repeat(3719)}xx` }), /^“markdown” is longer than 7439 bytes\.$/],
    [json({ roomId, text: 'x'.repeat(7440) }), /^“text” is longer/],
    [raw('application/json', '{"roomId":'), /not valid JSON/],
    [raw('application/json', Buffer.from([0x22, 0xff, 0x22])), /UTF-8/],
    [raw('application/json', 'x'.repeat(1024 * 1024 + 1)), /larger than/],
    [raw('text/plain', 'x'), /“text\/plain”/, 415],
    [{}, /no media type/, 415],
  ],
  'POST /v1/messages as a form': [
    [form({ files: file() }), /“roomId” is required/],
    [form({ roomId, text: 'x' }), /no file part named “files”/],
    [form({ roomId, files: [file(), file('b.txt')] }), /one file/],
    [form({ roomId, file: file() }), /“file” must not be a file/],
    [form({ roomId, files: 'https://example.com/a' }), /“files”: it must be a file part/],
    [form({ roomId, files: file(), markdown: '**x**' }), /“markdown”/],
    [form({ roomId: [roomId, roomId], files: file() }), /“roomId” is there more than once/],
    [form({ roomId, files: file(), text: 'x'.repeat(7440) }), /“text” is longer than 7439/],
    [form({ roomId, files: file(), text: 'x'.repeat(1_048_577) }), /“text” is longer than 1048576/],
    [form({ roomId: seededId('ROOM', 'announcements'), files: file() }), /locked/, 403],
    [form({ roomId: 'nothing', files: file() }), /no room/, 404],
    [formOfLines(...part('--B', filePart, '', 'hello')), /not whole/],
    [formOfLines(...part('--B', filePart)), /not whole|no file/],
    [formOfLines(), /not whole/],
    [raw('multipart/form-data', 'x'), /Boundary/],
  ],
  'POST /v1/messages to a person': [
    [json({ toPersonEmail: 'x@example.com', text: 'x' }), /email/, 404],
    [json({ toPersonId: 'x', text: 'x' }), /id/, 404],
    [json({ toPersonEmail: 'ada.park@example.com', text: 'x' }), /oneself/],
    [json({ toPersonEmail: personEmail, roomId, text: 'x' }), /Only one/],
    [json({ toPersonEmail: personEmail, toPersonId: seededId('PEOPLE', 'tom.becker'), text: 'x' }), /Only one/],
    [json({ toPersonEmail: '', text: 'x' }), /“roomId” is required/],
    [json({ toPersonId: 'a\0b', text: 'x' }), /NUL/],
    [json({ toPersonEmail: personEmail, parentId: seededId('MESSAGE', 'api/0'), text: 'x' }), /message of the room/],
  ],
  'POST /v1/rooms': [
    ...[{}, { title: ' ' }, { title: 7 }, { title: 'x'.repeat(257) }].map((body) => [json(body), /“title”/] as const),
    [json({ title: 'a\0b' }), /^“title” must not contain a NUL character\.$/],
    [json({ title: 'x', teamid: 'y' }), /“teamid”/],
  ],
  'POST /v1/memberships': [
    [json({ roomId }), /Either/],
    [json({ roomId, personEmail, personId: 'x' }), /not both/],
    [json({ roomId, personEmail: 'unknown@example.com' }), /email/],
    [json({ personEmail }), /“roomId” is required/],
    [json({ roomId: seededId('ROOM', 'direct/mateo.silva'), personEmail: 'build.bot@example.com' }), /direct/, 403],
    [json({ roomId: seededId('ROOM', 'announcements'), personEmail: 'build.bot@example.com' }), /locked/, 403],
  ],
  ...Object.fromEntries(
    ['0', '-1', '1.5', 'ten', '1e3', '%20'].map((max) => [`GET /v1/rooms?max=${max}`, [[{}, /“max”/]] as const]),
  ),
  'GET /v1/rooms?after=garbage': [[{}, /“after”/]],
  'GET /v1/rooms?after=e30': [[{}, /“after”/]],
  'GET /v1/rooms?before=garbage': [[{}, /“before”/]],
  'PUT /v1/rooms': [[{}, /^PUT .* GET, HEAD, POST\.$/, 405]],
  'DELETE /v1/messages': [[{}, /POST, GET, HEAD\.$/, 405]],
  'POST /v1/contents/x': [[{}, /GET, HEAD\.$/, 405]],
  'GET /v1/access_token': [[{}, /POST\.$/, 405]],
  'PATCH /v1/messages/x': [[{}, /GET, HEAD, PUT, DELETE\.$/, 405]],
  'POST /_sandbox/integrations': [
    [json({ ...integration, name: undefined }), /“name”/],
    [json({ ...integration, redirectUris: [] }), /at least one redirect/],
    [json({ ...integration, redirectUris: ['/cb'] }), /absolute/],
    [json({ ...integration, redirectUris: ['https://a/#b'] }), /fragment/],
    [json({ ...integration, scopes: [] }), /at least one scope/],
    [json({ ...integration, scopes: ['svc:fly'] }), /“svc:fly”/],
  ],
  'POST /_sandbox/personal-tokens': [[json({ personEmail: 'unknown@example.com' }), /No demo person/]],
  'POST /_sandbox/tokens/expire': [[json({ accessToken: 'x' }), /access token/, 404]],
  'POST /_sandbox/rooms': [[json({ count: 1_000_000 }), /“count”/]],
  'POST /_sandbox/messages': [
    [json({ roomId: 'x', count: 1, markdown: ['x'] }), /no room/, 404],
    [json({ roomId, count: 1, markdown: [] }), /“markdown”/],
    [json({ roomId, markdown: ['x'] }), /“count”/],
  ],
  'POST /_sandbox/broker/starts': [
    ...['https://editor.example/', 'javascript:alert(1)', 'vscode://else.where/callback'].map(
      (cb) => [json({ ...start, cb }), /“callback”/] as const,
    ),
    [json({ ...start, visibleAt: 'ftp://x' }), /“visibleAt”/],
    [json({ ...start, visibleAt: 'https://a@b.example' }), /“visibleAt”/],
    [json({ ...start, challenge: '' }), /“challenge” is required/],
    [json({ ...start, scope: 'svc:all' }), /“scope” is not a field/],
  ],
  'POST /_sandbox/faults': [
    [json({}), /“effect” is required/],
    [json({ effect: { kind: 'fire' } }), /“kind” is "fire", but must be/],
    [fault({ time: 1 }), /“time” is not a field/],
    [json({ effect: { kind: 'latency' } }), /“ms” is required/],
    [json({ effect: { kind: 'status', status: 99 } }), /“status” has no usable value/],
    [json({ effect: { kind: 'rate-limit', retryAfter: 'a\nb' } }), /“retryAfter”/],
    [fault({ times: -1 }), /“times”/],
  ],
};

describe('the sandbox refuses', () => {
  const { test, newFiles } = useSandboxWithFiles();

  for (const [operation, rows] of Object.entries(refused)) {
    it(`${operation}, and keeps nothing of it`, async () => {
      const [method = '', path = ''] = operation.split(' ');
      for (const [options, message, status = 400] of rows) {
        const headers = { 'x-sandbox-control': test.sandbox.controlKey, ...options.headers };
        const response = await test.call(method, path, { ...options, headers });
        const allowed = response.headers.get('allow') ?? '';
        assert.ok((await refusal(response, status, message)).includes(allowed));
        assert.equal(allowed !== '', status === 405);
      }
      assert.equal(newFiles(), 0);
      assert.deepEqual((await test.control<{ messages: unknown[] }>('GET', 'received')).messages, []);
    });
  }

  it('the control endpoints without their key', async () => {
    for (const path of ['received', 'faults', 'counts', 'broker/starts', 'nothing']) {
      for (const headers of [{}, { 'x-sandbox-control': '' }, { 'x-sandbox-control': 'kez' }]) {
        await refusal(test.call('GET', `/_sandbox/${path}`, { headers }), 401, /control key/);
      }
    }
  });

  it('other host names than those of this machine', async () => {
    const ask = (origin: string) =>
      test.sandbox.fetch(new Request(`${origin}/v1/people/me`, { headers: { authorization: `Bearer ${test.token}` } }));
    for (const origin of ['http://localhost:4280', 'http://127.0.0.1', 'http://[::1]:4280', 'http://127.8.9.1']) {
      assert.equal((await ask(origin)).status, 200, origin);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.1', '127.0.0.1.nip.io', '0.0.0.0', '[::]']) {
      await refusal(ask(`http://${host}`), 403, /names of this machine/);
    }
  });

  it('with 500 and a tracking id after an internal error, which is logged under that id', async () => {
    const logged: [unknown, string][] = [];
    const failing = openTestSandbox({ onError: (error, trackingId) => logged.push([error, trackingId]) });
    await failing.sandbox.close();
    const response = await failing.call('GET', '/v1/rooms');
    const trackingId = response.headers.get('trackingid');
    const message = await refusal(response, 500);
    assert.ok(!message.includes('database'), 'what went wrong stays in the log');
    const ids = logged.map(([, id]) => id);
    assert.deepEqual(ids, [trackingId]);
    assert.match(String(logged[0]?.[0]), /database is not open/);
  });
});

import assert from 'node:assert/strict';
import { attachmentDisposition } from '../../../../src/servers/sandbox/entities/contents.ts';
import { cleanFileName } from '../../../../src/servers/sandbox/entities/newMessage.ts';
import { type Message, refusal, useSandbox } from './openTestSandbox.ts';

describe('contents in the sandbox', () => {
  const test = useSandbox();
  let url: string;
  let whole: string;
  beforeEach(async () => {
    const { id } = await test.room('Incidents');
    const items = await test.list<Message>(`/v1/messages?roomId=${id}`);
    url = items.find((message) => message.text?.startsWith('Patch'))?.files?.[0] ?? '';
    whole = await (await test.call('GET', url)).text();
  });

  const range = (value: string, more: Record<string, string> = {}) =>
    test.call('GET', url, { headers: { range: value, ...more } });

  it('answers HEAD with the headers of GET and no body', async () => {
    const head = await test.call('HEAD', url);
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    assert.equal(head.headers.get('content-type'), 'text/x-diff');
    assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(whole)));
    assert.equal(head.headers.get('content-disposition'), 'attachment; filename="retry-budget.patch"');
    assert.equal(head.headers.get('cache-control'), 'no-cache');
    const get = await test.call('GET', url);
    for (const [name, value] of head.headers) {
      if (name !== 'trackingid') assert.equal(get.headers.get(name), value, name);
    }
  });

  const parts: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=5-9', 5, 10],
    ['bytes=10-', 10, Number.POSITIVE_INFINITY],
    ['bytes=-4', -4, Number.POSITIVE_INFINITY],
    ['bytes=0-999999', 0, Number.POSITIVE_INFINITY],
    ['bytes=-999999', 0, Number.POSITIVE_INFINITY],
  ];
  for (const [value, start, end] of parts) {
    it(`answers ${value} with that part and 206`, async () => {
      const response = await range(value);
      const expected = whole.slice(start, end);
      assert.equal(response.status, 206);
      assert.equal(await response.text(), expected);
      assert.equal(response.headers.get('content-length'), String(expected.length));
      const at = whole.indexOf(expected);
      const wanted = `bytes ${at}-${at + expected.length - 1}/${whole.length}`;
      assert.equal(response.headers.get('content-range'), wanted);
    });
  }

  it('answers 416 when no byte of the range exists', async () => {
    for (const value of [`bytes=${whole.length}-`, 'bytes=99999-99999', 'bytes=-0']) {
      const response = await range(value);
      assert.equal(response.headers.get('content-range'), `bytes */${whole.length}`);
      await refusal(response, 416);
    }
  });

  it('answers ranges that it does not support with the whole file', async () => {
    for (const value of ['bytes=1-2,4-5', 'lines=1-2', 'bytes=5-1', 'bytes=a-b', 'bytes=-']) {
      const response = await range(value);
      assert.equal(response.status, 200, value);
      assert.equal(await response.text(), whole);
    }
  });

  it('serves a range only of the version that If-Range names', async () => {
    const etag = (await test.call('HEAD', url)).headers.get('etag') ?? '';
    assert.equal((await range('bytes=0-1', { 'if-range': etag })).status, 206);
    assert.equal((await range('bytes=0-1', { 'if-range': '"other"' })).status, 200);
  });

  it('are readable only for members of the room', async () => {
    const token = await test.tokenOf('tom.becker@example.com');
    await refusal(test.call('GET', url, { token }), 404);
    assert.equal((await test.call('HEAD', url, { token })).status, 404);
    await refusal(test.call('GET', '/v1/contents/nothing'), 404);
    await refusal(test.call('GET', url, { token: null }), 401);
  });

  it('have both forms of a name that needs more than plain letters', () => {
    assert.equal(
      attachmentDisposition('Übersicht “Q3” 数据.csv'),
      'attachment; filename="_bersicht _Q3_ __.csv"; filename*=UTF-8\'\'%C3%9Cbersicht%20%E2%80%9CQ3%E2%80%9D%20%E6%95%B0%E6%8D%AE.csv',
    );
    assert.equal(
      attachmentDisposition('a"\\b%20.txt'),
      'attachment; filename="a\\"\\\\b%20.txt"; filename*=UTF-8\'\'a%22%5Cb%2520.txt',
    );
    assert.equal(attachmentDisposition("it's (1)*.txt"), 'attachment; filename="it\'s (1)*.txt"');
  });

  it('have names that every disk accepts', () => {
    assert.equal(cleanFileName('..\\..\\a\u0000\n.txt'), 'a.txt');
    for (const name of ['', '..', '/', '.', ' \t']) assert.equal(cleanFileName(name), 'file');
    const long = cleanFileName(`${'数'.repeat(200)}.json`);
    assert.ok(Buffer.byteLength(long) <= 255 && long.endsWith('.json') && long.startsWith('数'));
    assert.equal(cleanFileName(`\ud800a`), '\ufffda');
  });
});

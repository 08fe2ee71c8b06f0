import assert from 'node:assert/strict';
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

  const parts: [string, number, number][] = [
    ['bytes=5-9', 5, 10],
    ['bytes=10-', 10, Number.POSITIVE_INFINITY],
    ['bytes=-4', -4, Number.POSITIVE_INFINITY],
    ['bytes=0-999999', 0, Number.POSITIVE_INFINITY],
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
});

import assert from 'node:assert/strict';
import { type Room, refusal, useSandbox } from './openTestSandbox.ts';

describe('faults on demand', () => {
  const test = useSandbox();

  const fail = (effect: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    test.control('POST', 'faults', { match: { path: '/v1/rooms' }, effect, ...more });
  const get = () => test.call('GET', '/v1/rooms?max=3');
  const link = async () => (await get()).headers.get('link') ?? '';

  for (const status of [400, 401, 403, 404, 405, 409, 415, 429, 500, 502, 503]) {
    it(`answers ${status} with a message that explains it`, async () => {
      await fail({ kind: 'status', status });
      const message = await refusal(get(), status);
      assert.ok(message.length > 20 && !message.includes('on demand'), message);
    });
  }

  it('send a status with the given body, headers and media type', async () => {
    await fail({ kind: 'status', status: 401, body: '', headers: { 'x-a': 'b' } });
    const empty = await get();
    assert.deepEqual([empty.status, await empty.text(), empty.headers.get('x-a')], [401, '', 'b']);
    assert.equal(empty.headers.get('content-type'), 'application/json');
    await test.control('DELETE', 'faults');
    await fail({ kind: 'status', status: 200, body: { items: 7 }, contentType: 'text/plain' });
    const odd = await get();
    assert.deepEqual([await odd.json(), odd.headers.get('content-type')], [{ items: 7 }, 'text/plain']);
    await test.control('DELETE', 'faults');
    await fail({ kind: 'status', status: 204 });
    assert.equal((await get()).status, 204);
  });

  it('apply the given number of times after the given number of requests, and count', async () => {
    await fail({ kind: 'status', status: 503 }, { skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1) statuses.push((await get()).status);
    assert.deepEqual(statuses, [200, 503, 503, 200]);
    const { faults } = await test.control<{ faults: { hits: number }[] }>('GET', 'faults');
    assert.deepEqual(
      faults.map((fault) => fault.hits),
      [2],
    );
  });

  it('apply only to the given method and paths', async () => {
    await test.control('POST', 'faults', { match: { method: 'post', path: '/v1/me' }, effect: { kind: 'html' } });
    assert.equal((await get()).headers.get('content-type'), 'application/json');
    assert.equal((await test.call('GET', '/v1/memberships')).headers.get('content-type'), 'application/json');
    const struck = await test.call('POST', '/v1/messages', { json: {} });
    assert.match(struck.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(struck.status, 200);
  });

  const retryAfters: [string | number | null, string | null][] = [
    [3, '3'],
    ['soon', 'soon'],
    ['', ''],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    [null, null],
  ];
  for (const [retryAfter, header] of retryAfters) {
    it(`limits the rate with Retry-After ${JSON.stringify(retryAfter)} unchanged`, async () => {
      await fail({ kind: 'rate-limit', retryAfter });
      const response = await get();
      assert.equal(response.status, 429);
      assert.equal(response.headers.get('retry-after'), header);
    });
  }

  it('let the given number of requests pass in each window', async () => {
    await fail({ kind: 'rate-limit', retryAfter: 1, limit: 2, windowMs: 1000 });
    const statuses: number[] = [];
    for (let request = 0; request < 3; request += 1) statuses.push((await get()).status);
    test.passMs(1000);
    statuses.push((await get()).status);
    assert.deepEqual(statuses, [200, 200, 429, 200]);
  });

  it('cut before the handler, after it, or in the body of its response', async () => {
    const roomId = (await test.room('Platform')).id;
    const post = () => test.post({ roomId, text: 'x' });
    const arrived = async () => (await test.control<{ messages: unknown[] }>('GET', 'received')).messages.length;
    const cut = (when: string) =>
      test.control('POST', 'faults', { match: { path: '/v1/messages' }, times: 1, effect: { kind: 'cut', when } });
    await cut('before');
    await assert.rejects(post(), { code: 'ECONNRESET' });
    assert.equal(await arrived(), 0);
    await cut('after');
    await assert.rejects(post(), { code: 'ECONNRESET' });
    assert.equal(await arrived(), 1);
    await cut('in-body');
    const response = await post();
    assert.equal(response.status, 200);
    await assert.rejects(response.text(), { code: 'ECONNRESET' });
    assert.equal(await arrived(), 2);
  });

  it('truncate JSON, and empty a list with its links', async () => {
    await fail({ kind: 'truncated-json' }, { times: 1 });
    await fail({ kind: 'empty-list' }, { times: 1, skip: 1 });
    const text = await (await get()).text();
    assert.throws(() => JSON.parse(text) as unknown, SyntaxError);
    const empty = await get();
    assert.deepEqual(await empty.json(), { items: [] });
    assert.equal(empty.headers.get('link'), null);
  });

  it('make a field of the given rooms undecryptable until they are deleted', async () => {
    const room = (await test.rooms())[1];
    await fail({ kind: 'kms', field: 'title', temporary: false, roomIds: [room?.id] });
    for (let reading = 0; reading < 2; reading += 1) {
      const items = await test.list<Room>('/v1/rooms?max=3');
      assert.deepEqual(
        items.map((item) => item.errors?.title?.code),
        [undefined, 'kms_failure', undefined],
      );
      assert.notEqual(items[1]?.title, room?.title);
    }
    await test.control('DELETE', 'faults');
    assert.equal((await test.rooms())[1]?.title, room?.title);
  });

  it('make a field undecryptable once per item when the failure is temporary', async () => {
    await fail({ kind: 'kms', field: 'lastActivity', temporary: true });
    const failing = async () => (await test.list<Room>('/v1/rooms?max=3')).filter((room) => room.errors);
    assert.equal((await failing()).length, 3);
    assert.equal((await failing()).length, 0);
  });

  it('write the Link header in the given forms', async () => {
    const plain = await link();
    const next = /<http:\/\/127\.0\.0\.1:4280([^>]+)>; rel="next"/.exec(plain)?.[1] ?? '';
    const forms: [Record<string, unknown>, RegExp | string][] = [
      [{ relative: true }, `<${next}>; rel="next"`],
      [{ relations: ['first', 'next'] }, /^<[^>]+before&after>; rel="first", <[^>]+>; rel="next"$/],
      [{ relations: ['last', 'next'] }, /^<[^>]+before&after>; rel="last", <[^>]+>; rel="next"$/],
      [{ relations: [] }, ''],
      [{ relations: ['help', 'first', 'next'] }, /^<[^>]+>; rel="help", <[^>]+>; rel="first", <[^>]+>; rel="next"$/],
      [{ extraParameters: true }, /^<[^>]+>; title="[^"]*[;,][^"]*"; type="[^"]+"; rel="next"$/],
    ];
    for (const [form, expected] of forms) {
      await test.control('DELETE', 'faults');
      await fail({ kind: 'link', ...form });
      if (typeof expected === 'string') assert.equal(await link(), expected);
      else assert.match(await link(), expected);
    }
  });

  const misspelt: [string, unknown, RegExp][] = [
    ['no effect', {}, /“effect” is required/],
    ['an unknown kind', { effect: { kind: 'fire' } }, /“kind” is "fire", but must be/],
    ['an unknown field', { effect: { kind: 'html' }, time: 1 }, /“time” is not a field/],
    ['a missing field', { effect: { kind: 'latency' } }, /“ms” is required/],
    ['a status no answer can have', { effect: { kind: 'status', status: 99 } }, /“status” has no usable value/],
    ['a header no answer can have', { effect: { kind: 'rate-limit', retryAfter: 'a\nb' } }, /“retryAfter”/],
    ['a negative number of times', { effect: { kind: 'html' }, times: -1 }, /“times”/],
  ];
  for (const [what, body, message] of misspelt) {
    it(`refuses a fault with ${what}, which would have no effect`, async () => {
      const headers = { 'x-sandbox-control': test.sandbox.controlKey };
      await refusal(test.call('POST', '/_sandbox/faults', { headers, json: body }), 400, message);
    });
  }
});

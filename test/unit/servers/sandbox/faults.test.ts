import assert from 'node:assert/strict';
import { type Room, refusal, useSandbox } from './openTestSandbox.ts';

describe('faults on demand', () => {
  const test = useSandbox();

  const fail = (effect: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    test.control('POST', 'faults', { match: { path: '/v1/rooms' }, effect, ...more });
  const only = async (effect: Record<string, unknown>) => {
    await test.control('DELETE', 'faults');
    await fail(effect);
  };
  const get = () => test.call('GET', '/v1/rooms?max=3');
  const statuses = async (count: number) => {
    const all: number[] = [];
    for (let request = 0; request < count; request += 1) all.push((await get()).status);
    return all;
  };

  it('send a status with a message that explains it', async () => {
    for (const status of [400, 401, 403, 404, 405, 409, 415, 429, 500, 502, 503]) {
      await only({ kind: 'status', status });
      const message = await refusal(get(), status);
      assert.ok(message.length > 20 && !message.includes('on demand'), message);
    }
  });

  it('send a status with the given body, headers and media type', async () => {
    await only({ kind: 'status', status: 401, body: '', headers: { 'x-a': 'b' } });
    const empty = await get();
    assert.deepEqual([empty.status, await empty.text(), empty.headers.get('x-a')], [401, '', 'b']);
    assert.equal(empty.headers.get('content-type'), 'application/json');
    await only({ kind: 'status', status: 200, body: { items: 7 }, contentType: 'text/plain' });
    const odd = await get();
    assert.deepEqual([await odd.json(), odd.headers.get('content-type')], [{ items: 7 }, 'text/plain']);
    await only({ kind: 'status', status: 204 });
    assert.equal((await get()).status, 204);
  });

  it('apply the given number of times after the given number of requests, and count', async () => {
    await fail({ kind: 'status', status: 503 }, { skip: 1, times: 2 });
    assert.deepEqual(await statuses(4), [200, 503, 503, 200]);
    const { faults } = await test.control<{ faults: { hits: number }[] }>('GET', 'faults');
    const counts = faults.map(({ hits }) => hits);
    assert.deepEqual(counts, [2]);
  });

  it('apply only to the given method and paths', async () => {
    await fail({ kind: 'html' }, { match: { method: 'post', path: '/v1/me' } });
    const typeOf = (response: Response) => response.headers.get('content-type');
    assert.equal(typeOf(await get()), 'application/json');
    assert.equal(typeOf(await test.call('GET', '/v1/memberships')), 'application/json');
    const struck = await test.call('POST', '/v1/messages', { json: {} });
    assert.deepEqual([struck.status, typeOf(struck)], [200, 'text/html; charset=utf-8']);
  });

  it('limit the rate in each window, with any Retry-After', async () => {
    await fail({ kind: 'rate-limit', retryAfter: 1, limit: 2, windowMs: 1000 });
    assert.deepEqual(await statuses(3), [200, 200, 429]);
    test.passMs(1000);
    assert.deepEqual(await statuses(1), [200]);
    for (const retryAfter of ['soon', '', null]) {
      await only({ kind: 'rate-limit', retryAfter });
      assert.equal((await get()).headers.get('retry-after'), retryAfter);
    }
  });

  it('truncate JSON, and empty a list with its links', async () => {
    await fail({ kind: 'truncated-json' }, { times: 1 });
    await assert.rejects((await get()).json(), SyntaxError);
    await fail({ kind: 'empty-list' });
    const empty = await get();
    assert.deepEqual([await empty.json(), empty.headers.get('link')], [{ items: [] }, null]);
  });

  it('make a field of the given rooms undecryptable until they are deleted', async () => {
    const room = (await test.rooms())[1];
    await fail({ kind: 'kms', field: 'title', temporary: false, roomIds: [room?.id] });
    for (let reading = 0; reading < 2; reading += 1) {
      const items = await test.list<Room>('/v1/rooms?max=3');
      const codes = items.map((item) => item.errors?.title?.code);
      assert.deepEqual(codes, [undefined, 'kms_failure', undefined]);
      assert.notEqual(items[1]?.title, room?.title);
    }
    await test.control('DELETE', 'faults');
    assert.equal((await test.rooms())[1]?.title, room?.title);
  });
});

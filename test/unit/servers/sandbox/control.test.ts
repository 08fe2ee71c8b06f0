import assert from 'node:assert/strict';
import { refusal, useSandbox } from './openTestSandbox.ts';

describe('the control endpoints of the sandbox', () => {
  const test = useSandbox(() => ({ controlKey: 'key' }));

  const post = (path: string, json: unknown) =>
    test.call('POST', `/_sandbox/${path}`, { token: null, headers: { 'x-sandbox-control': 'key' }, json });

  it('reject requests without the control key', async () => {
    for (const path of ['received', 'faults', 'counts', 'nothing']) {
      for (const headers of [{}, { 'x-sandbox-control': '' }, { 'x-sandbox-control': 'kez' }]) {
        await refusal(test.call('GET', `/_sandbox/${path}`, { headers }), 401, /control key/);
      }
    }
  });

  it('count requests by pattern, including those that a fault answered', async () => {
    await test.control('POST', 'faults', { match: { path: '/v1/rooms' }, effect: { kind: 'status', status: 500 } });
    await test.call('GET', '/v1/rooms?max=1');
    await test.call('GET', '/v1/messages/x');
    await test.call('HEAD', '/v1/contents/y');
    await test.call('GET', '/v1/a/b');
    assert.deepEqual(await test.control('GET', 'counts'), {
      'GET /v1/rooms': 1,
      'GET /v1/messages/:id': 1,
      'HEAD /v1/contents/:id': 1,
      'GET (unknown)': 1,
    });
  });

  it('list posted messages, oldest first, with the title for the author, and clear them on request', async () => {
    const received = async () =>
      (await test.control<{ messages: Record<string, unknown>[] }>('GET', 'received')).messages;
    assert.deepEqual(await received(), [], 'demo data was not posted');
    const direct = await test.room('Mateo Silva');
    const group = await test.room('Platform');
    await test.posted({ roomId: direct.id, text: 'one' });
    await test.posted({ roomId: group.id, markdown: '**two**' });
    const shown = (await received()).map(({ id: _id, ...message }) => message);
    assert.deepEqual(shown, [
      { roomId: direct.id, roomTitle: 'Mateo Silva', personEmail: 'ada.park@example.com', text: 'one', files: [] },
      { roomId: group.id, roomTitle: 'Platform', personEmail: 'ada.park@example.com', markdown: '**two**', files: [] },
    ]);
    await test.control('DELETE', 'received');
    assert.deepEqual(await received(), []);
  });

  it('add many messages to a room, of which the first is the most recent', async () => {
    const { ids } = await test.control<{ ids: string[] }>('POST', 'rooms', { count: 1 });
    const roomId = ids[0] ?? '';
    await test.control('POST', 'messages', { roomId, count: 5, markdown: ['**one**', 'two'] });
    const page = `/v1/messages?roomId=${roomId}`;
    const items = await test.list<{ text: string; personEmail: string; created: string }>(page);
    assert.deepEqual(
      items.map(({ text }) => text),
      ['one', 'two', 'one', 'two', 'one'],
    );
    assert.deepEqual(
      items.map(({ created }) => created),
      items
        .map(({ created }) => created)
        .toSorted()
        .toReversed(),
    );
    assert.equal(items[0]?.personEmail, 'ada.park@example.com');
    await refusal(post('messages', { roomId: 'x', count: 1, markdown: ['x'] }), 404, /no room/);
    await refusal(post('messages', { roomId, count: 1, markdown: [] }), 400, /“markdown”/);
    await refusal(post('messages', { roomId, markdown: ['x'] }), 400, /“count”/);
  });

  const wrong: [string, string, unknown, RegExp][] = [
    ['integrations', 'no name', { redirectUris: ['a:b'], scopes: ['svc:all'] }, /“name”/],
    ['integrations', 'no redirect URI', { name: 'x', redirectUris: [], scopes: ['svc:all'] }, /at least one redirect/],
    ['integrations', 'a relative redirect URI', { name: 'x', redirectUris: ['/cb'], scopes: ['svc:all'] }, /absolute/],
    ['integrations', 'a fragment', { name: 'x', redirectUris: ['https://a/#b'], scopes: ['svc:all'] }, /fragment/],
    ['integrations', 'no scope', { name: 'x', redirectUris: ['a:b'], scopes: [] }, /at least one scope/],
    ['integrations', 'an unknown scope', { name: 'x', redirectUris: ['a:b'], scopes: ['svc:fly'] }, /“svc:fly”/],
    ['personal-tokens', 'an unknown person', { personEmail: 'unknown@example.com' }, /No demo person/],
    ['rooms', 'no count', {}, /“count”/],
    ['rooms', 'too many', { count: 1_000_000 }, /“count”/],
  ];
  for (const [path, what, body, message] of wrong) {
    it(`refuses ${path} with ${what}`, async () => {
      await refusal(post(path, body), 400, message);
    });
  }

  it('reject an unknown token', async () => {
    await refusal(post('tokens/expire', { accessToken: 'x' }), 404);
    await refusal(post('tokens/revoke', { accessToken: 'x' }), 404);
  });
});

import assert from 'node:assert/strict';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { type Message, useSandbox } from './openTestSandbox.ts';

describe('the control endpoints of the sandbox', () => {
  const test = useSandbox();

  it('count requests by pattern, including those that a fault answered', async () => {
    await test.control('POST', 'faults', { match: { path: '/v1/rooms' }, effect: { kind: 'status', status: 500 } });
    const requests = ['GET /v1/rooms?max=1', 'GET /v1/messages/x', 'HEAD /v1/contents/y', 'GET /v1/a/b'];
    for (const request of requests) await test.call(...(request.split(' ') as [string, string]));
    const expected = { 'GET /v1/rooms': 1, 'GET /v1/messages/:id': 1, 'HEAD /v1/contents/:id': 1, 'GET (unknown)': 1 };
    assert.deepEqual(await test.control('GET', 'counts'), expected);
  });

  it('list posted messages, oldest first, with the title for the author, and clear them on request', async () => {
    const received = async () =>
      (await test.control<{ messages: Record<string, unknown>[] }>('GET', 'received')).messages;
    assert.deepEqual(await received(), [], 'demo data was not posted');
    const [direct, group] = [seededId('ROOM', 'direct/mateo.silva'), seededId('ROOM', 'api')];
    await test.posted({ roomId: direct, text: 'one' });
    await test.posted({ roomId: group, markdown: '**two**' });
    const personEmail = 'ada.park@example.com';
    const facts = (await received()).map(({ id: _id, ...message }) => message);
    assert.deepEqual(facts, [
      { roomId: direct, roomTitle: 'Mateo Silva', personEmail, text: 'one', files: [] },
      { roomId: group, roomTitle: 'Platform', personEmail, markdown: '**two**', files: [] },
    ]);
    await test.control('DELETE', 'received');
    assert.deepEqual(await received(), []);
  });

  it('add rooms, and many messages of which the first is the most recent', async () => {
    const { ids } = await test.control<{ ids: string[] }>('POST', 'rooms', { count: 1 });
    await test.control('POST', 'messages', { roomId: ids[0], count: 3, markdown: ['**one**', 'two'] });
    const items = await test.list<Message>(`/v1/messages?roomId=${ids[0]}`);
    const facts = items.map(({ text, personEmail }) => [text, personEmail]);
    const expected = ['one', 'two', 'one'].map((text) => [text, 'ada.park@example.com']);
    assert.deepEqual(facts, expected);
    const times = items.map(({ created }) => Date.parse(created));
    assert.deepEqual([times[0], times[2]], [(times[1] ?? 0) + 60_000, (times[1] ?? 0) - 60_000]);
  });
});

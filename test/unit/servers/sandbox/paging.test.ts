import assert from 'node:assert/strict';
import { type Room, refusal, testOrigin, useSandbox } from './openTestSandbox.ts';

describe('paging in the sandbox', () => {
  const test = useSandbox();
  const nextOf = (response: Response) =>
    new URL(/^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? assert.fail());

  it('lists 30 demo rooms, last activity first', async () => {
    const activity = (await test.rooms()).map((room) => room.lastActivity);
    assert.equal(activity.length, 30);
    assert.deepEqual(activity, [...activity].sort().reverse());
    assert.match(activity[0] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('sends one absolute next link that repeats the query and adds max, before and after', async () => {
    const next = nextOf(await test.call('GET', '/v1/people?displayName=a&max=1&colour=blue'));
    assert.equal(next.origin + next.pathname, `${testOrigin}/v1/people`);
    assert.deepEqual([...next.searchParams.keys()].sort(), ['after', 'before', 'colour', 'displayName', 'max']);
    assert.equal(next.searchParams.get('displayName'), 'a');
    const cursor = next.searchParams.get('after');
    await refusal(test.call('GET', `/v1/rooms?after=${cursor}`), 400, /“after” is not a cursor of this list/);
  });

  it('treats before without a value, with an empty one, and its absence alike', async () => {
    const after = nextOf(await test.call('GET', '/v1/rooms?max=7')).searchParams.get('after');
    const [first, ...others] = await Promise.all(
      ['before&', 'before=&', ''].map((before) => test.list<Room>(`/v1/rooms?max=7&${before}after=${after}`)),
    );
    assert.equal(first?.length, 7);
    assert.deepEqual(others, [first, first]);
  });
});

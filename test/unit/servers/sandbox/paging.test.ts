import assert from 'node:assert/strict';
import { type Room, refusal, testOrigin, useSandbox } from './openTestSandbox.ts';

describe('paging in the sandbox', () => {
  const test = useSandbox();

  const nextOf = (response: Response) => /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  const walk = async (path: string) => {
    const pages: Room[][] = [];
    for (let url: string | undefined = path; url !== undefined; ) {
      const response = await test.call('GET', url);
      assert.equal(response.status, 200, await response.clone().text());
      pages.push(((await response.json()) as { items: Room[] }).items);
      url = nextOf(response);
    }
    return pages;
  };

  it('returns the demo rooms in three pages of ten, each room once, last activity first', async () => {
    const pages = await walk('/v1/rooms?max=10');
    assert.deepEqual(
      pages.map((page) => page.length),
      [10, 10, 10],
    );
    const rooms = pages.flat();
    assert.equal(new Set(rooms.map((room) => room.id)).size, 30);
    const activity = rooms.map((room) => room.lastActivity);
    assert.deepEqual(activity, [...activity].sort().reverse());
    assert.match(activity[0] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('sends one absolute next link that repeats the query and adds max, before and after', async () => {
    const response = await test.call('GET', '/v1/people?displayName=a&max=1&colour=blue');
    const next = new URL(nextOf(response) ?? '');
    assert.equal(next.origin + next.pathname, `${testOrigin}/v1/people`);
    assert.deepEqual([...next.searchParams.keys()].sort(), ['after', 'before', 'colour', 'displayName', 'max']);
    assert.equal(next.searchParams.get('displayName'), 'a');
    assert.ok(next.searchParams.get('after'));
  });

  it('treats before without a value, with an empty one, and its absence alike', async () => {
    const after = new URL(nextOf(await test.call('GET', '/v1/rooms?max=7')) ?? '').searchParams.get('after');
    const answers: Room[][] = [];
    for (const query of [`before&after=${after}`, `before=&after=${after}`, `after=${after}`]) {
      answers.push(await test.list<Room>(`/v1/rooms?max=7&${query}`));
    }
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
    assert.equal(answers[0]?.length, 7);
  });

  for (const max of ['0', '-1', '1.5', 'ten', '1e3', ' ']) {
    it(`refuses max=${max} with a message that names it`, async () => {
      const response = await test.call('GET', `/v1/rooms?max=${encodeURIComponent(max)}`);
      await refusal(response, 400, /“max”/);
    });
  }

  it('rejects an unknown cursor, or one of another list', async () => {
    const people = new URL(nextOf(await test.call('GET', '/v1/people?max=1')) ?? '').searchParams.get('after');
    for (const cursor of [people, 'garbage', 'e30', '%00']) {
      await refusal(test.call('GET', `/v1/rooms?after=${cursor}`), 400, /“after”/);
      await refusal(test.call('GET', `/v1/rooms?before=${cursor}`), 400, /“before”/);
    }
  });
});

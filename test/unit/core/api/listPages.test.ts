import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import type { Page, Pages } from '../../../../src/core/api/listPages.ts';
import type { Room } from '../../../../src/core/api/resources.ts';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { answer, scriptedSend } from './scriptedSend.ts';

const baseUrl = 'https://api.example';
const first = `${baseUrl}/v1/rooms?max=2`;

function room(id: string): Room {
  return { id, title: `Room ${id}`, type: 'group' };
}

function list(ids: readonly string[], link?: string): SendResponse {
  return answer(200, { items: ids.map(room) }, link === undefined ? {} : { link });
}

function setUp(replies: readonly SendResponse[]) {
  const { send, sent } = scriptedSend((_, index) => replies[index] ?? answer(500));
  const pages = createServiceClient({ baseUrl, send }).listRooms({ max: 2 });
  return { pages, urls: () => sent.map(({ request }) => request.url) };
}

async function all(pages: Pages<Room>): Promise<Page<string>[]> {
  const seen: Page<string>[] = [];
  for await (const { items, hasNext } of pages) seen.push({ items: items.map(({ id }) => id), hasNext });
  return seen;
}

describe('A list', () => {
  it('is read page by page, each on demand, with the time of the service', async () => {
    const date = new Date(7000).toUTCString();
    const last = answer(200, { items: [room('c')] }, { date });
    const { pages, urls } = setUp([list(['a', 'b'], '</v1/rooms?after=b>; rel="next"'), last]);
    assert.deepEqual(urls(), []);
    assert.deepEqual(await pages.next(), { done: false, value: { items: [room('a'), room('b')], hasNext: true } });
    assert.deepEqual(urls(), [first]);
    const value = { items: [room('c')], hasNext: false, serverTimeMs: 7000 };
    assert.deepEqual(await pages.next(), { done: false, value });
    assert.deepEqual(await pages.next(), { done: true, value: undefined });
    assert.deepEqual(urls(), [first, `${baseUrl}/v1/rooms?after=b`]);
  });

  it('follows an absolute URL as written', async () => {
    const odd = `${baseUrl}/v1/rooms?max=10&before&after=C%2fX=='`;
    const { pages, urls } = setUp([list(['a'], `<${odd}>; rel="next"`), list(['b'])]);
    await all(pages);
    assert.equal(urls()[1], odd);
  });

  const notFollowed: [string, string, string][] = [
    ['on another server', '<https://evil.example/v1/rooms?p=2>; rel="next"', 'foreign-origin'],
    ['on another port', '<https://api.example:444/v1/rooms?p=2>; rel="next"', 'foreign-origin'],
    ['without TLS', '<http://api.example/v1/rooms?p=2>; rel="next"', 'foreign-origin'],
    ['on another server, without a scheme', '<//evil.example/v1/rooms>; rel="next"', 'foreign-origin'],
    ['that is not a web address', '<javascript:alert(1)>; rel="next"', 'foreign-origin'],
    ['that cannot be read', '<https://[>; rel="next"', 'malformed'],
    ['that holds a password', '<https://user:word@api.example/v1/rooms>; rel="next"', 'malformed'],
    ['in a header that cannot be read', 'rel="next"', 'malformed'],
    ['that is this page', `<${first}>; rel="next"`, 'loop'],
    ['that is this page, spelled otherwise', '</v1/../v1/rooms?max=2#a>; rel="next"', 'loop'],
    ['that is empty', '<>; rel="next"', 'loop'],
  ];
  for (const [name, link, problem] of notFollowed) {
    it(`returns the page, and then rejects a next page ${name}`, async () => {
      const { pages, urls } = setUp([list(['a'], link)]);
      assert.deepEqual(await pages.next(), { done: false, value: { items: [room('a')], hasNext: true } });
      await assert.rejects(pages.next(), { name: 'PagingError', problem, host: 'api.example' });
      assert.deepEqual(urls(), [first]);
    });
  }

  it('stops at a loop of several pages', async () => {
    const links = ['2', '3', '2'].map((page) => `</v1/rooms?p=${page}>; rel="next"`);
    const { pages, urls } = setUp(links.map((link, index) => list([`${index}`], link)));
    await assert.rejects(all(pages), { name: 'PagingError', problem: 'loop' });
    assert.equal(urls().length, 3);
  });
});

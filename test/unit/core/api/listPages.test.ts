import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { nextTarget, type Page, type Pages } from '../../../../src/core/api/listPages.ts';
import type { Room } from '../../../../src/core/api/resources.ts';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { assertLinear } from '../../../support/linearTime.ts';
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

  for (const odd of ['http://api.example', 'https://api.example:8443', 'http://api.example:8080']) {
    it(`asks its own origin for a next page at ${odd}`, async () => {
      const { pages, urls } = setUp([list(['a'], `<${odd}/v1/rooms?p=2>; rel="next"`), list(['b'])]);
      await all(pages);
      assert.equal(urls()[1], `${baseUrl}/v1/rooms?p=2`);
    });
  }

  const notFollowed: [string, string, string][] = [
    ['on another server', '<https://evil.example/v1/rooms?p=2>; rel="next"', 'foreign-origin'],
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

  it('passes over pages without new items, and stops at a list that goes on without them', async () => {
    const links = Array.from({ length: 200 }, (_, page) => `</v1/rooms?p=${page}>; rel="next"`);
    const few = setUp(links.map((link, index) => (index === 20 ? list(['b']) : list(index % 2 ? ['a'] : [], link))));
    assert.deepEqual(
      (await all(few.pages)).flatMap(({ items }) => items),
      ['a', 'b'],
    );
    const endless = setUp(links.map((link, index) => list(index % 2 ? ['a'] : [], link)));
    await assert.rejects(all(endless.pages), { name: 'PagingError', problem: 'loop' });
    assert.equal(endless.urls().length, 53);
  });
});

const url = 'https://api.example/v1/rooms?max=10&before&after=CURSOR';

describe('The Link header parser', () => {
  const forms: Record<string, string> = {
    'the plain form': `<${url}>; rel="next"`,
    'no quotes around the relation': `<${url}>; rel=next`,
    'single quotes around the relation': `<${url}>; rel='next'`,
    'several relations in one rel': `<${url}>; rel="last  next prefetch"`,
    'a comma and a semicolon in a quoted parameter': `<${url}>; title="a, b; rel=\\"prev\\""; rel="next"`,
    'a link marker in a quoted parameter': `</a>; title="x, </b>; rel=next"; rel="first", <${url}>; rel="next"`,
    'a parameter without a value': `<${url}>; crossorigin; rel="next"`,
    'a trailing semicolon': `<${url}>; rel="next";`,
    'a broken entry ahead': `nonsense, <${url}>; rel="next"`,
    'a broken parameter ahead': `</a>; rel="first" broken, <${url}>; rel="next"`,
    'an escaped letter': `<${url}>; rel="n\\ext"`,
  };
  for (const [name, header] of Object.entries(forms)) {
    it(`finds the next page with ${name}`, () => assert.deepEqual(nextTarget(header), url));
  }

  it('skips a link with an anchor, which describes another page', () => {
    assert.equal(nextTarget('</other>; rel="next"; anchor="/v1/teams"'), undefined);
    assert.equal(nextTarget('</other>; ANCHOR=""; rel="next"'), undefined);
    assert.deepEqual(nextTarget(`</other>; anchor="#a"; rel="next", <${url}>; rel="next"`), url);
    assert.deepEqual(nextTarget(`<${url}>; title="anchor=x"; rel="next"`), url);
  });

  it('returns undefined if the header is missing, empty, or names other relations', () => {
    for (const header of [undefined, '', '  ', '</a>; rel="first"', '</a>'])
      assert.equal(nextTarget(header), undefined);
  });

  it('returns null, not undefined, if an unreadable part may name the next page', () => {
    for (const header of [
      'nonsense',
      'https://a.example; rel="next"',
      '<https://a.example; rel="next"',
      '</a>; rel="next',
      '</a> rel=next',
    ]) {
      assert.equal(nextTarget(header), null, header);
    }
  });

  it('parses every list of links that follows the grammar', async () => {
    const relation = fc.constantFrom('next', 'first', 'prev', 'last', 'x-other');
    const text = fc.string({ unit: fc.constantFrom('a', ',', ';', '<', '>', '=', ' ', '"', '\\', 'é') });
    const link = fc.record({
      target: fc.string({ unit: fc.constantFrom('a', '/', ':', '?', '&', '=', ',', ';', '"', '%20') }),
      relations: fc.array(relation, { minLength: 1, maxLength: 3 }),
      title: fc.option(text, { nil: undefined }),
      hasAnchor: fc.boolean(),
    });
    await fc.assert(
      fc.property(fc.array(link, { maxLength: 5 }), (links) => {
        const header = links.map(({ target, relations, title, hasAnchor }) => {
          const quoted = title === undefined ? '' : `; title="${title.replace(/["\\]/g, '\\$&')}"`;
          return `<${target}>${quoted}; rel="${relations.join(' ')}"${hasAnchor ? '; anchor="#a"' : ''}`;
        });
        const next = links.find(({ relations, hasAnchor }) => relations.includes('next') && !hasAnchor);
        assert.deepEqual(nextTarget(header.join(', ')), next?.target);
      }),
    );
  });

  it('takes linear time', () => {
    for (const part of ['<', '"', '\\"', ' ', '; ', 'a=', '"a" ', ',;', '<>;']) {
      assertLinear((length) => nextTarget(`<a>; ${part.repeat(length)}`), 4_000);
    }
  });
});

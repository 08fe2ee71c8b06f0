import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { nextTarget } from '../../../../src/core/api/listPages.ts';
import { assertLinear } from '../../../support/linearTime.ts';

const url = 'https://api.example/v1/rooms?max=10&before&after=CURSOR';

describe('The Link header parser', () => {
  const forms: Record<string, string> = {
    'the plain form': `<${url}>; rel="next"`,
    'no quotes around the relation': `<${url}>; rel=next`,
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

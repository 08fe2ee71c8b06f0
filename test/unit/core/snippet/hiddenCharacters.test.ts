import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findHiddenCharacters, showHiddenCharacters } from '../../../../src/core/snippet/hiddenCharacters.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const found = (text: string) => findHiddenCharacters(text).map(({ line, column, name }) => `${line}:${column} ${name}`);

describe('findHiddenCharacters', () => {
  it('reports line and column for any line breaks', () => {
    assert.deepEqual(found('a\nb\u200b\r\n\u202ec\rdd\u2069\n\u{e0041}\u{e01ef}\ufe0f'), [
      '2:2 ZERO WIDTH SPACE',
      '3:1 RIGHT-TO-LEFT OVERRIDE',
      '4:3 POP DIRECTIONAL ISOLATE',
      '5:1 TAG CHARACTER U+E0041',
      '5:3 VARIATION SELECTOR-256',
      '5:5 VARIATION SELECTOR-16',
    ]);
  });

  it('ignores emoji, which contain joiners, selectors and tags', () => {
    const families =
      '\u{1f469}\u200d\u{1f4bb} \u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} \u{1f44d}\u{1f3fd}';
    const flags = '\u{1f3f3}\ufe0f\u200d\u{1f308} \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';
    for (const emoji of `${families} ${flags} \u2764\ufe0f \u260e\ufe0e 1\ufe0f\u20e3`.split(' '))
      assert.deepEqual(found(`a ${emoji} b`), [], emoji);
  });

  it('always finds bidirectional controls', () => {
    const control = fc.constantFrom(...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069');
    fc.assert(
      fc.property(hostileText, control, hostileText, (before, character, after) => {
        const codePoints = findHiddenCharacters(before + character + after).map((hidden) => hidden.codePoint);
        assert.ok(codePoints.includes(character.codePointAt(0) ?? 0));
      }),
      manyCases,
    );
  });
});

describe('showHiddenCharacters', () => {
  it('leaves nothing hidden and no line break in any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = showHiddenCharacters(text);
        assert.deepEqual(findHiddenCharacters(shown), []);
        assert.doesNotMatch(shown, /\p{Cc}/u);
        assert.ok(shown.isWellFormed());
      }),
      manyCases,
    );
  });
});

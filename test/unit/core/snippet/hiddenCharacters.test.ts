import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findHiddenCharacters, showHiddenCharacters } from '../../../../src/core/snippet/hiddenCharacters.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const found = (text: string) => findHiddenCharacters(text).map(({ line, column, name }) => `${line}:${column} ${name}`);

describe('findHiddenCharacters', () => {
  for (const [codePoint, name] of [
    [0x00ad, 'SOFT HYPHEN'],
    [0x200b, 'ZERO WIDTH SPACE'],
    [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
    [0x3164, 'HANGUL FILLER'],
    [0xfe0f, 'VARIATION SELECTOR-16'],
    [0xe0041, 'TAG CHARACTER U+E0041'],
    [0xe01ef, 'VARIATION SELECTOR-256'],
  ] as const) {
    it(`names U+${codePoint.toString(16)} ${name}`, () => {
      assert.deepEqual(findHiddenCharacters(`ab${String.fromCodePoint(codePoint)}c`), [
        { line: 1, column: 3, codePoint, name },
      ]);
    });
  }

  it('reports line and column for any line breaks', () => {
    assert.deepEqual(found('a\nb\u200b\r\n\u202ec\rdd\u2069'), [
      '2:2 ZERO WIDTH SPACE',
      '3:1 RIGHT-TO-LEFT OVERRIDE',
      '4:3 POP DIRECTIONAL ISOLATE',
    ]);
  });

  for (const emoji of [
    '\u{1f469}\u200d\u{1f4bb}',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
    '\u2764\ufe0f',
    '\u260e\ufe0e',
    '1\ufe0f\u20e3',
    '\u{1f3f3}\ufe0f\u200d\u{1f308}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '\u{1f44d}\u{1f3fd}',
  ]) {
    it(`ignores the emoji ${emoji}`, () => {
      assert.deepEqual(found(`a ${emoji} b`), []);
    });
  }

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

import assert from 'node:assert/strict';
import { lookAlikeKey } from '../../../../../src/core/base/text/lookAlikes.ts';

describe('The key of titles that look alike', () => {
  const same: readonly (readonly [string, string, string])[] = [
    ['a Cyrillic letter', 'Release planning', 'Rеlеаsе рlаnning'],
    ['a Greek letter', 'Platform', 'Plατform'],
    ['an Armenian letter', 'Opus', 'Օpuѕ'],
    ['a zero-width space', 'Design', 'De\u200bsign'],
    ['a zero-width joiner', 'Design', 'De\u200dsign'],
    ['a soft hyphen', 'Design', 'De\u00adsign'],
    ['a variation selector', 'Design', 'Design\ufe0f'],
    ['a Hangul filler', 'Design', 'Design\u3164'],
    ['full width', 'Design', 'Ｄｅｓｉｇｎ'],
    ['mathematical letters', 'Design', '𝐃𝐞𝐬𝐢𝐠𝐧'],
    ['a no-break space', 'Code reviews', 'Code\u00a0reviews'],
    ['case and accents', 'Größe', 'GRÖSSE'],
    ['the capital i and the small l', 'AI team', 'Al team'],
    ['the digits 0 and 1', 'Team l0', 'Team 1O'],
    ['r and n beside each other', 'Admin', 'Adrnin'],
  ];
  for (const [what, one, other] of same) {
    it(`is equal for titles that differ by ${what}`, () => {
      assert.notEqual(one, other);
      assert.equal(lookAlikeKey(one), lookAlikeKey(other));
    });
  }

  it('differs for titles that look different', () => {
    const titles = ['Design', 'Designs', 'Dosign', 'Release 2', 'Release 3', '設計', '設計2', 'Дизайн', 'Дизайны', ''];
    assert.equal(new Set(titles.map(lookAlikeKey)).size, titles.length);
  });
});

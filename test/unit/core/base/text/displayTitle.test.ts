import assert from 'node:assert/strict';
import { displayTitle } from '../../../../../src/core/base/text/displayText.ts';

describe('displayTitle', () => {
  it('removes bidirectional controls', () => {
    const turning = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f';
    for (const character of turning) assert.equal(displayTitle(`pay${character}gpj.exe`), 'pay gpj.exe');
  });

  it('removes control and zero-width characters', () => {
    const hidden = '\0\x07\x1b\x7f\u0085\u200b\u200c\u2060\ufeff\u00ad\u{e0041}';
    for (const character of hidden) assert.equal(displayTitle(`a${character}b`), 'a b');
  });

  it('renders no icon', () => {
    assert.equal(displayTitle('$(lock) Secret $(sync~spin)'), '$ (lock) Secret $ (sync~spin)');
    assert.doesNotMatch(displayTitle('$\u200b(lock) $$(lock) $\n(lock)'), /\$\(/);
  });

  it('renders no link in a notification', () => {
    assert.equal(displayTitle('[Retry](command:x) [[a]](https://e)'), '[Retry] (command:x) [[a]] (https://e)');
    assert.doesNotMatch(displayTitle('[a]\u200b(command:x) [a]\n(command:x)'), /\]\(/);
  });

  it('is never cut inside a surrogate pair', () => {
    const shown = displayTitle('🙂'.repeat(10_000));
    assert.equal(shown, `${'🙂'.repeat(120)}…`);
    assert.equal(shown.isWellFormed(), true);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayTitle, escapeHtml, escapeMarkdown, foldText } from '../../../../../src/core/base/text/displayText.ts';
import { createMarkdownEngine } from '../../../../../src/core/markdown/markdownEngine.ts';
import { hostileText } from '../../markdown/hostileText.ts';

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

  it('keeps what joins Persian words and emoji, and cuts inside of none', () => {
    const [family, flag] = ['👨‍👩‍👧‍👦', '🇩🇪'];
    for (const name of ['می\u200cخواهم', family, '❤️‍🔥', '👩🏽‍🚀']) assert.equal(displayTitle(name), name);
    for (const name of ['a\u200db', 'a\u200cb', 'می\u200c']) assert.doesNotMatch(displayTitle(name), /[\u200c\u200d]/);
    assert.equal(displayTitle(family.repeat(3), 2), `${family.repeat(2)}…`);
    assert.equal(displayTitle(`a${flag.repeat(2)}`, 2), `a${flag}…`);
  });
});

describe('Text for search', () => {
  for (const [typed, written] of [
    ['lodz', 'Łódź'],
    ['strasse', 'Straße'],
    ['smorrebrod', 'Smørrebrød'],
    ['aeon', 'Æon'],
    ['dordevic', 'Đorđević'],
    ["bo's", 'Bo’s'],
    ['release', 're\u00adlease'],
  ] as const)
    it(`finds “${written}” for “${typed}”`, () => assert.equal(foldText(written), foldText(typed)));
});

describe('text in HTML', () => {
  it('opens no tag, closes no attribute, and keeps the text', () => {
    assert.equal(escapeHtml(`<a b='c' d="e">&amp;`), '&#60;a b=&#39;c&#39; d=&#34;e&#34;&#62;&#38;amp;');
    assert.equal(escapeHtml('plain ü 漢 \u{1f600}'), 'plain ü 漢 \u{1f600}');
  });
});

describe('escapeMarkdown', () => {
  it('always renders as plain text', async () => {
    const engine = await createMarkdownEngine('default');
    engine.set({ html: true, linkify: false });
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.webUrl()), (text) => {
        const title = displayTitle(text);
        const [open, inline, close, ...rest] = engine.parse(`To “${escapeMarkdown(title)}”.`, {});
        assert.deepEqual([open?.type, close?.type, rest], ['paragraph_open', 'paragraph_close', []]);
        const parts = inline?.children ?? [];
        for (const { type } of parts) assert.match(type, /^text/);
        assert.equal(parts.map(({ content }) => content).join(''), `To “${title}”.`);
        assert.doesNotMatch(escapeMarkdown(title), /(?<!\\)(:|\$\()/);
      }),
      { numRuns: 2_000 },
    );
  });
});

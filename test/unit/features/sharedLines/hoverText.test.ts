import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import type { SharingMessage } from '../../../../src/core/lines/messageLines.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { hoverText } = await withVscode(() => import('../../../../src/features/sharedLines/hoverText.ts'));

const hostile = [
  '[run](command:workbench.action.quit)',
  '<a href="command:workbench.action.quit">x</a>',
  '![x](https://evil.test/pixel.png)',
  'https://evil.test and www.evil.test and evil@evil.test',
  '](command:workbench.action.quit) [a',
  '$(bug) **bold** _em_ `code` ~~x~~',
  '\n\n# heading\n\n[ref]: command:x\n\n[ref]',
  '\\[run](command:x)',
  '<script>alert(1)</script>&lt;b&gt;&#91;',
  '\u202e\u2066[run\u0000](command:x)',
  '| a | b |\n|---|---|\n| [x](command:y) | 1 |',
];

describe('The text of a hover', () => {
  const textOf = (fields: Partial<SharingMessage>, title = 'Design', isChanged = false) => {
    const message = { messageId: 'm', roomId: 'r', accountId: 'a', threadId: 'm', author: 'Ben', ...fields };
    const lines = {
      message: { createdMs: 0, words: '', replyCount: 0, ...message },
      place: { kind: 'own' as const, file: '/a.ts' },
      range: { startLine: 1, endLine: 1 },
      digest: 1,
    };
    const directory = { find: () => ({ title }) };
    const ports = { directory, clock: new ManualClock() } as unknown as Parameters<typeof hoverText>[1];
    return hoverText({ key: 7, lines, range: lines.range }, ports, isChanged);
  };
  const render = (markdown: string) => new MarkdownIt({ html: true, linkify: true }).parse(markdown, {});
  const linksOf = (markdown: string): readonly string[] =>
    render(markdown).flatMap(({ children }) =>
      (children ?? []).flatMap(({ type, attrs }) => (type === 'link_open' ? String(attrs?.[0]?.[1]) : [])),
    );

  it('names the person, the room, the time, the replies and the first words', () => {
    const clock = new ManualClock();
    const { value } = textOf({ words: 'Why twice?', replyCount: 3, createdMs: clock.now() - 5 * 60_000 });
    assert.match(value, /^\*\*Ben\*\* in “Design” · 5 min\\. ago · 3 replies\n\nWhy twice\\\?\n\n\[Open Message\]/);
    assert.match(textOf({}, 'Design', true).value, / · changed since\n/);
  });

  it('has only the links of its three actions, each with the number of the mark', () => {
    const expected = ['open', 'reply', 'hide'].map(
      (action) => `command:_roomside.sharedLine?${encodeURIComponent(JSON.stringify([action, 7]))}`,
    );
    const text = textOf({});
    assert.deepEqual(linksOf(text.value), expected);
    assert.deepEqual(text.isTrusted, { enabledCommands: ['_roomside.sharedLine'] });
    assert.ok(text.supportHtml !== true && text.supportThemeIcons !== true);
    for (const each of hostile) {
      const { value } = textOf({ words: each, author: each }, each);
      assert.deepEqual(linksOf(value), expected, each);
      const tokens = render(value).flatMap(({ type, children }) => [
        type,
        ...(children ?? []).map((child) => child.type),
      ]);
      const kinds = new Set(tokens);
      for (const kind of [
        'image',
        'html_inline',
        'html_block',
        'heading_open',
        'table_open',
        'code_inline',
        'em_open',
        's_open',
      ])
        assert.ok(!kinds.has(kind), `${kind}: ${each}`);
      assert.equal(tokens.filter((type) => type === 'strong_open').length, 1, each);
      assert.doesNotMatch(value, /\p{Bidi_Control}|\p{Cc}(?<!\n)/u);
    }
  });

  it('is short, whatever the message contains', () => {
    const long = 'x'.repeat(100_000);
    assert.ok(textOf({ words: long, author: long }, long).value.length < 1_000);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type MentionDirectory, renderMarkdown } from '../../../../src/servers/sandbox/markdown/render.ts';

const directory: MentionDirectory = {
  canMentionAll: true,
  resolve: (_by, key) => (key === 'ada@example.com' || key === 'id-1' ? { id: 'id-1', displayName: 'Ada' } : undefined),
};
const html = (markdown: string, more: Partial<MentionDirectory> = {}) =>
  renderMarkdown(markdown, { ...directory, ...more }).html;

describe('the Markdown of the sandbox', () => {
  const examples: [string, string, string][] = [
    ['bold', 'a **b c** d', '<p>a <strong>b c</strong> d</p>'],
    ['italic', 'a *b* c', '<p>a <em>b</em> c</p>'],
    [
      'bold in italic and italic in bold',
      '*a **b** c* **d *e* f**',
      '<p><em>a <strong>b</strong> c</em> <strong>d <em>e</em> f</strong></p>',
    ],
    ['bold italic', '***a***', '<p><strong><em>a</em></strong></p>'],
    [
      'a link',
      '[a *b*](https://example.com/?a=1&b=2)',
      '<p><a href="https://example.com/?a=1&amp;b=2" rel="nofollow noreferrer">a <em>b</em></a></p>',
    ],
    [
      'a link in angle brackets',
      '[a](<https://example.com/a(b>)',
      '<p><a href="https://example.com/a(b" rel="nofollow noreferrer">a</a></p>',
    ],
    [
      'a mail link',
      '[a](mailto:ada@example.com)',
      '<p><a href="mailto:ada@example.com" rel="nofollow noreferrer">a</a></p>',
    ],
    ['an ordered list', '1. a\n2. *b*', '<ol><li>a</li><li><em>b</em></li></ol>'],
    ['an ordered list from 3', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['an unordered list after a paragraph', 'x\n- a\n- b', '<p>x</p><ul><li>a</li><li>b</li></ul>'],
    [
      'a quote with a fence in it',
      '> a\n> ```\n> b\n> ```',
      '<blockquote><p>a</p><pre><code>b\n</code></pre></blockquote>',
    ],
    ['inline code', 'a `**b** <i>` c', '<p>a <code>**b** &lt;i&gt;</code> c</p>'],
    [
      'a fence with a language',
      '```ts\nlet a;\n\n  *b*\n```',
      '<pre><code class="language-ts">let a;\n\n  *b*\n</code></pre>',
    ],
    ['a longer fence around a shorter one', '````\n```\na\n```\n````', '<pre><code>```\na\n```\n</code></pre>'],
    ['an empty fence', '```\n```', '<pre><code></code></pre>'],
    ['a paragraph break', 'a\n\nb', '<p>a</p><p>b</p>'],
    ['a line break of two spaces', 'a  \nb', '<p>a<br>\nb</p>'],
    ['a single newline, which is no break', 'a\nb', '<p>a\nb</p>'],
    ['CRLF as LF', '- a\r\n- b\r\n', '<ul><li>a</li><li>b</li></ul>'],
    [
      'a mention by email',
      '<@personEmail:ada@example.com|Her>',
      '<p><span class="mention" data-mention="id-1">Her</span></p>',
    ],
    [
      'a mention by id without a label',
      '<@personId:id-1>',
      '<p><span class="mention" data-mention="id-1">Ada</span></p>',
    ],
    [
      'a mention of somebody who is not there as the label',
      '<@personId:x|<b>>',
      '<p>&lt;@personId:x|&lt;b&gt;&gt;</p>',
    ],
    ['an unknown person as the label', '<@personId:x|Bob>', '<p>Bob</p>'],
    ['a mention of all', '<@all>', '<p><span class="mention" data-mention="all">All</span></p>'],
  ];
  for (const [what, markdown, expected] of examples) {
    it(`renders ${what}`, () => assert.equal(html(markdown), expected));
  }

  const plain = [
    'a **b',
    'a *b',
    '2 * 3 * 4',
    '** a **',
    'a ` b',
    '[a](b',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert)',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
    '# heading',
    '_a_ __b__ ~~c~~',
    '| a | b |',
    '![a](https',
    '```\nnever closed',
    '-no item',
    '1.no item',
    '<@nobody>',
  ];
  for (const markdown of plain) {
    it(`leaves ${JSON.stringify(markdown)} the text it is`, () => {
      const escaped = markdown.replace(/</g, '&lt;').replace(/>/g, '&gt;');
      assert.equal(html(markdown), `<p>${escaped}</p>`);
    });
  }

  it('mentions nobody at large in a direct room', () => {
    assert.equal(html('<@all>', { canMentionAll: false }), '<p>&lt;@all&gt;</p>');
  });

  it('gives the plain words without marks', () => {
    const { plainText } = renderMarkdown('**a** `b`\n\n- [c](https://example.com)\n\n```ts\nd\n```\n\n> e', directory);
    assert.equal(plainText, 'a b\n\n- c\n\nd\n\ne');
  });

  it('never lets HTML of the message through, whatever it holds', () => {
    const piece = fc.constantFrom(
      '<b>',
      '"',
      "'",
      '<script>',
      '`',
      '*',
      '**',
      '[',
      '](',
      ')',
      '>',
      '- ',
      '\n',
      '```',
      '<@',
      '|',
      'a',
      '&',
      'https://x',
    );
    const own =
      /<\/?(?:p|strong|em|code|pre|ul|ol|li|blockquote|br|span|a)(?: (?:class|data-mention|href|rel|start)="[^"<>]*")*>/g;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        assert.ok(!/[<>]/.test(html(pieces.join('')).replace(own, '')));
      }),
    );
  });

  it('comes back from text made to cost', function () {
    this.timeout(60_000);
    const units = [
      '*',
      '**a',
      '*a ',
      '`',
      '`a',
      '[',
      '[a](',
      '<@personId:',
      '> ',
      '```\n',
      '````\n```\n',
      '1. ',
      '(',
      ' ',
    ];
    for (const unit of units) {
      const { plainText } = renderMarkdown(`${unit.repeat(20_000)}.`, directory);
      assert.ok(plainText.endsWith('.'), unit);
    }
    const nested = renderMarkdown('*a '.repeat(20_000) + ' b*'.repeat(20_000), directory);
    assert.equal(nested.html.split('<em>').length - 1, 64, 'what is nested deeper stays text');
  });
});

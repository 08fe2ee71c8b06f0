import assert from 'node:assert/strict';
import { createMarkdownRenderer } from '../../../../src/core/markdown/renderMarkdown.ts';

/** Code is rendered by the caller: see `renderMessage.test.ts`. */
const renderMarkdown = async (markdown: string): Promise<string> =>
  (await createMarkdownRenderer())(markdown, (code, language) => `(${language} ${code})\n`);

describe('renderMarkdown', () => {
  for (const [what, markdown, html] of [
    ['bold and italic', '**a** *b*', '<p><strong>a</strong> <em>b</em></p>\n'],
    ['a link', '[a](https://b.example)', '<p><a href="https://b.example" rel="noopener noreferrer">a</a></p>\n'],
    [
      'a link in angle brackets',
      '[a](<https://b.example>)',
      '<p><a href="https://b.example" rel="noopener noreferrer">a</a></p>\n',
    ],
    ['an ordered list', '1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n'],
    ['an unordered list', '- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
    ['a quote', '> a', '<blockquote>\n<p>a</p>\n</blockquote>\n'],
    ['inline code', '`a<b`', '<p><code>a&lt;b</code></p>\n'],
    ['fenced code', '```ts x\na<b\n```', '(ts a<b\n)\n'],
    ['a paragraph break', 'a\n\nb', '<p>a</p>\n<p>b</p>\n'],
    ['a single line break', 'a  \nb', '<p>a<br>\nb</p>\n'],
    ['a mention of everyone', 'hi <@all>', '<p>hi <span class="mention" data-mention="all">@all</span></p>\n'],
    [
      'a mention by email, without reading Markdown in it',
      '<@personEmail:a_b_@c.d|A *B* "C">',
      '<p><span class="mention" data-person-email="a_b_@c.d">@A *B* &quot;C&quot;</span></p>\n',
    ],
    ['a mention by id', '<@personId:x|Y>', '<p><span class="mention" data-person-id="x">@Y</span></p>\n'],
  ] as const) {
    it(`renders ${what}`, async () => assert.equal(await renderMarkdown(markdown), html));
  }

  for (const [what, markdown, html] of [
    ['HTML', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
    ['a heading', '# a', '<p># a</p>\n'],
    ['an underlined heading', 'a\n===', '<p>a\n===</p>\n'],
    ['a rule', '---', '<p>---</p>\n'],
    ['strikethrough', '~~a~~', '<p>~~a~~</p>\n'],
    ['underscore emphasis', '_a_ __b__', '<p>_a_ __b__</p>\n'],
    ['a tilde fence', '~~~\na\n~~~', '<p>~~~</p>\n<p>a</p>\n<p>~~~</p>\n'],
    ['foreign list markers', '* a\n+ b\n1) c', '<p>* a</p>\n<p>+ b</p>\n<p>1) c</p>\n'],
    ['an autolink', '<https://a.example>', '<p>&lt;https://a.example&gt;</p>\n'],
    ['a backslash at the end of a line', 'a\\\nb', '<p>a\\\nb</p>\n'],
    ['a character reference', '&lt;', '<p>&amp;lt;</p>\n'],
    ['a script link', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
    ['a link without a host', '[a](docs/b.md)', '<p>[a](docs/b.md)</p>\n'],
    [
      'the label alone of a link to nowhere',
      '[a]() [b](https://c.example)',
      '<p>a <a href="https://c.example" rel="noopener noreferrer">b</a></p>\n',
    ],
    ['a mention without an address', '<@personEmail:|Ann>', '<p>&lt;@personEmail:|Ann&gt;</p>\n'],
    ['a mention without a name', '<@personId:x|>', '<p>&lt;@personId:x|&gt;</p>\n'],
    ['a mention with a blank', '<@personEmail:a b@c.d|Ann>', '<p>&lt;@personEmail:a b@c.d|Ann&gt;</p>\n'],
    ['a mention in capitals', '<@ALL>', '<p>&lt;@ALL&gt;</p>\n'],
    ['a mention in code', '`<@all>`', '<p><code>&lt;@all&gt;</code></p>\n'],
    ['indented code', 'a\n\n    b', '<p>a</p>\n<p>b</p>\n'],
    ['a reference definition', '[a]: https://b.example', '<p>[a]: https://b.example</p>\n'],
  ] as const) {
    it(`shows ${what} as text`, async () => assert.equal(await renderMarkdown(markdown), html));
  }

  it('keeps quotes and references in a URL inside their attribute', async () => {
    assert.equal(
      await renderMarkdown('[a](<https://b.example/"onclick=x?a&quot=b>)'),
      '<p><a href="https://b.example/%22onclick=x?a&amp;quot=b" rel="noopener noreferrer">a</a></p>\n',
    );
  });
});

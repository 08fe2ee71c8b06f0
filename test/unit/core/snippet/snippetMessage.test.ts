import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkMarkdown } from '../../../../src/core/markdown/checkMarkdown.ts';
import { createMarkdownEngine } from '../../../../src/core/markdown/markdownEngine.ts';
import { dedent, type Snippet, type SnippetRange } from '../../../../src/core/snippet/snippet.ts';
import { parseChangesHeading } from '../../../../src/core/snippet/snippetHeader.ts';
import { renderBlockMessage, renderSnippetMessage } from '../../../../src/core/snippet/snippetMessage.ts';
import { asMarkdownReads, hostileText, manyCases } from '../markdown/hostileText.ts';

const range = (startLine: number, endLine: number, text: string): SnippetRange => ({ startLine, endLine, text });
const snippetOf = (facts: Partial<Snippet>): Snippet => ({
  path: 'src/a.ts',
  languageId: 'typescript',
  ranges: [range(3, 7, 'code();')],
  isUnsaved: false,
  isUntitled: false,
  ...facts,
});
const headerOf = (facts: Partial<Snippet>) => renderSnippetMessage(snippetOf(facts)).markdown.split('\n')[0];

describe('renderSnippetMessage', () => {
  it('marks unsaved and untitled text', () => {
    assert.equal(headerOf({ isUnsaved: true }), '**src/a.ts** · lines 3–7 · TypeScript · unsaved changes');
    assert.equal(
      headerOf({ path: 'Untitled-1', isUnsaved: true, isUntitled: true }),
      '**Untitled-1** · lines 3–7 · TypeScript · untitled',
    );
  });

  it('shows ranges in the order of the file with their lines, and marks gaps', () => {
    const ranges = [range(20, 20, 'd'), range(3, 4, 'a\nb\n'), range(5, 5, 'c'), range(7, 7, 'e')];
    assert.equal(
      renderSnippetMessage(snippetOf({ ranges })).markdown,
      [
        '**src/a.ts** · lines 3–4, 5, 7, 20 · TypeScript',
        'lines 3–4',
        '```ts\na\nb\n```',
        'line 5',
        '```ts\nc\n```',
        '⋯ 1 line not shown',
        'line 7',
        '```ts\ne\n```',
        '⋯ 12 lines not shown',
        'line 20',
        '```ts\nd\n```',
      ].join('\n\n'),
    );
  });

  it('reports hidden characters with the lines of the file', () => {
    const ranges = [range(10, 11, 'a\nb\u202e'), range(40, 40, '\u200bc')];
    assert.deepEqual(
      renderSnippetMessage(snippetOf({ ranges })).hiddenCharacters.map(({ line, column, name }) => [
        line,
        column,
        name,
      ]),
      [
        [11, 2, 'RIGHT-TO-LEFT OVERRIDE'],
        [40, 1, 'ZERO WIDTH SPACE'],
      ],
    );
  });

  it('omits the link to an editor only where the message is too long with it', () => {
    const editorLink = 'https://broker.example.com/open#path=a.ts&lines=1&remote=a.example/b';
    const snippet = snippetOf({ ranges: [range(1, 1, 'x')], editorLink });
    const whole = renderSnippetMessage(snippet);
    assert.ok(whole.markdown.includes(editorLink));
    const byteLength = Buffer.byteLength(whole.markdown);
    assert.deepEqual(renderSnippetMessage(snippet, { maxBytes: byteLength }), whole);
    const short = renderSnippetMessage(snippet, { maxBytes: byteLength - 1 });
    assert.deepEqual(short, renderSnippetMessage({ ...snippet, editorLink: undefined }));
  });

  for (const [path, header] of [
    ['src/a*b*.ts', '**src/a\\*b\\*.ts**'],
    ['a\n# b.ts', '**a‹U+000A›# b.ts**'],
    [' a ', '**␣a␣**'],
    ['', '**untitled**'],
  ] as const) {
    it(`writes the path ${JSON.stringify(path)} as ${header}`, () => {
      assert.equal(headerOf({ path }), `${header} · lines 3–7 · TypeScript`);
    });
  }

  const visible = hostileText.filter((text) => text.trim() !== '');

  it('uses only supported Markdown except a longer fence, which it reports', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, visible, async (path, text) => {
        const { markdown, needsLongFence } = renderSnippetMessage(snippetOf({ path, ranges: [range(1, 1, text)] }));
        const constructs = (await checkMarkdown(markdown)).map(({ construct }) => construct);
        assert.deepEqual(constructs, needsLongFence ? ['long-fence'] : []);
      }),
      { numRuns: 2_000 },
    );
  }).timeout(60_000);

  it('keeps comment, path and code in their places, for a full Markdown parser', async () => {
    const engine = await createMarkdownEngine('default');
    const codes = fc.array(visible, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(hostileText, hostileText, codes, (comment, path, texts) => {
        const ranges = texts.map((text, index) => range(index * 10 + 1, index * 10 + 2, text));
        const tokens = engine.parse(renderSnippetMessage(snippetOf({ path, ranges }), { comment }).markdown, {});
        // From the end: for each range its fence, and between two ranges the gap and the lines; then the header.
        const ending = tokens.filter((token) => token.level === 0 || token.type === 'inline');
        const fences = ending.filter((token) => token.type === 'fence').slice(-texts.length);
        assert.deepEqual(
          fences.map((token) => token.content),
          texts.map((text) => asMarkdownReads(`${dedent(text).replace(/\n$/, '')}\n`)),
        );
        const header = ending.findLast(
          (token) => token.type === 'inline' && token.level === 1 && / · lines .* · TypeScript$/.test(token.content),
        );
        assert.deepEqual(
          header?.children?.filter((token) => token.content !== '' || token.type !== 'text').map((token) => token.type),
          ['strong_open', 'text', 'strong_close', 'text'],
        );
        assert.equal(tokens.at(-1)?.type, 'fence');
      }),
      manyCases,
    );
  });
});

const visible = hostileText.filter((text) => text.trim() !== '');

describe('renderBlockMessage', () => {
  it('renders the comment, heading, captions and fenced blocks', () => {
    const blocks = [
      { text: 'a\n', language: 'diff' },
      { caption: 'output', text: 'b', language: '' },
    ];
    assert.equal(
      renderBlockMessage({ heading: ['npm test', '', 'exit code 1'], blocks }, 'see\nhere').markdown,
      'see  \nhere\n\n**npm test** · exit code 1\n\n```diff\na\n```\n\noutput\n\n```\nb\n```',
    );
  });

  it('links a part of the heading, and parsers of shared changes ignore it', () => {
    const heading = ['tides', 'changes', { label: 'commit 01]2', url: 'https://h.test/c' }, 'Fix *all* | x'];
    const { markdown } = renderBlockMessage({ heading, blocks: [{ text: 'a', language: 'diff' }] });
    const [line = ''] = markdown.split('\n');
    assert.equal(line, '**tides** · changes · [commit 01\\]2](<https://h.test/c>) · Fix \\*all\\* | x');
    assert.equal(parseChangesHeading(line), 'tides');
  });

  it('uses only supported Markdown except a longer fence, which it reports', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, visible, async (name, more, text) => {
        const blocks = [{ text, caption: 'output', language: '' }];
        const { markdown, needsLongFence } = renderBlockMessage({ heading: [name, more], blocks });
        const constructs = (await checkMarkdown(markdown)).map(({ construct }) => construct);
        assert.deepEqual(constructs, needsLongFence ? ['long-fence'] : []);
      }),
      manyCases,
    );
  });
});

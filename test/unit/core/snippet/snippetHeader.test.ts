import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseSnippetHeader, shownPath, snippetHeader } from '../../../../src/core/snippet/snippetHeader.ts';
import { hostileText } from '../markdown/hostileText.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const line = fc.integer({ min: 1, max: 999_999 });
const ranges = fc.array(
  fc.tuple(line, line).map(([a, b]) => ({ startLine: Math.min(a, b), endLine: Math.max(a, b), text: 'x' })),
  { minLength: 1, maxLength: 4 },
);
const snippets = fc.record({
  path: hostileText,
  languageId: fc.constantFrom('plaintext', 'typescript', 'cpp', 'csharp', 'objective-c', 'my_lang', 'c*'),
  ranges,
  isUnsaved: fc.boolean(),
  isUntitled: fc.boolean(),
  commit: fc.option(hex(40), { nil: undefined }),
  link: fc.constantFrom(undefined, 'https://git.example.com/a/b/blob/0/x%20y.ts'),
  editorLink: fc.constantFrom(undefined, 'https://broker.example.com/open#path=x%20y.ts&lines=3-7&remote=a.example/b'),
});

describe('parseSnippetHeader', () => {
  it('parses no header that is more than a line', () =>
    assert.equal(parseSnippetHeader('**a.ts** · line 3\n'), undefined));

  it('parses what snippetHeader writes, for any path, language, lines and commit', () => {
    fc.assert(
      fc.property(snippets, (snippet) => {
        const { path, commit, link, editorLink, isUntitled, isUnsaved } = snippet;
        assert.deepEqual(
          parseSnippetHeader(
            snippetHeader(
              snippet,
              snippet.ranges.map((range) => ({ ...range, link })),
            ),
          ),
          {
            path: shownPath(path),
            ranges: snippet.ranges.map(({ startLine, endLine }) => ({ startLine, endLine })),
            isUntitled,
            ...(isUnsaved && !isUntitled && { isUnsaved }),
            ...(commit && { commit: commit.slice(0, 10) }),
            ...(commit && link && { commitLink: link }),
            ...(editorLink && { editorLink }),
          },
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { fileLines } from '../../../../src/core/messages/fileLines.ts';
import { sharedBlocksOf } from '../../../../src/core/messages/sharedBlocks.ts';
import { dedent } from '../../../../src/core/snippet/snippet.ts';
import { renderBlockMessage, renderSnippetMessage } from '../../../../src/core/snippet/snippetMessage.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const message = (markdown: string): Message => ({ id: 'm', roomId: 'r', markdown });
const snippet = { path: 'src/a_b.ts', languageId: 'typescript', isUnsaved: false, isUntitled: false };

describe('sharedBlocksOf', () => {
  it('gives each range the editor link with its own lines, and none for a link that cannot be opened', () => {
    const ranges = [
      { startLine: 3, endLine: 4, text: 'a\nb\n' },
      { startLine: 9, endLine: 9, text: 'c\n' },
    ];
    const linksOf = (editorLink: string) =>
      sharedBlocksOf(message(renderSnippetMessage({ ...snippet, ranges, editorLink }).markdown)).map(
        ({ origin }) => origin?.editorLink,
      );
    const address = (lines: string) => `https://broker.example/open#path=src/a_b.ts&lines=${lines}&remote=a.example/b`;
    // The file in the commit may have other line numbers.
    assert.deepEqual(linksOf(address('13-14,19')), [address('13-14'), address('19')]);
    assert.deepEqual(linksOf(address('13-14,19').replace('src/', '../')), [undefined, undefined]);
    assert.deepEqual(linksOf('https://evil.example/'), [undefined, undefined]);
  });

  for (const [header, link, isKept] of [
    ['src/tide.ts', 'src/tide.ts', true],
    ['tide.ts', 'src/tide.ts', true],
    ['harbor/src/tide.ts', 'src/tide.ts', true],
    ['web/src/tide.ts', 'packages/site/src/tide.ts', true],
    ['src/a\u200bb.ts', 'src/a\u200bb.ts', true],
    ['src/tide.ts', '.env', false],
    ['src/tide.ts', 'src/secret.ts', false],
    ['src/tide.ts', 'src/xtide.ts', false],
    ['src/deep/tide.ts', 'lib/tide.ts', false],
  ] as const) {
    it(`${isKept ? 'keeps' : 'drops'} an editor link to ${link} below the header of ${header}`, () => {
      const editorLink = `https://broker.example/open#path=${encodeURI(link)}&lines=1&remote=a.example/b`;
      const ranges = [{ startLine: 1, endLine: 1, text: 'a\n' }];
      const { markdown } = renderSnippetMessage({ ...snippet, path: header, ranges, editorLink });
      const [block] = sharedBlocksOf(message(markdown));
      assert.equal(block?.origin?.startLine, 1);
      assert.equal(block?.origin?.editorLink !== undefined, isKept);
    });
  }

  it('returns the repository for shared changes only', () => {
    const render = (...heading: readonly string[]) =>
      renderBlockMessage({ heading, blocks: [{ text: '+x\n', language: 'diff' }] }).markdown;
    const repositoryOf = (markdown: string) => sharedBlocksOf(message(markdown)).map(({ repository }) => repository);
    assert.deepEqual(repositoryOf(render('har_b*r', 'changes', 'main')), ['har_b*r']);
    assert.deepEqual(repositoryOf(render('harbor', 'staged changes')), ['harbor']);
    assert.deepEqual(repositoryOf(render('harbor', 'problem')), [undefined]);
    assert.deepEqual(repositoryOf(`${render('harbor', 'changes')}\n\n\`\`\`ts\nx\n\`\`\``), ['harbor', undefined]);
    assert.deepEqual(repositoryOf('```diff\n**harbor** · changes\n```\n\n```diff\n+x\n```'), [undefined, undefined]);
  });
});

const range = (startLine: number, text: string) => ({ startLine, endLine: startLine + 1, text });
describe('The line of the file for a line of a message', () => {
  for (const ranges of [[range(7, 'one\ntwo\n')], [range(40, 'four\nfive\n'), range(7, 'one\ntwo\n')]]) {
    it(`is that of ${ranges.length} selections, below a comment that keeps its own lines`, () => {
      const { markdown } = renderSnippetMessage({ ...snippet, ranges }, { comment: 'look\nhere' });
      const lines = markdown.split('\n');
      const lineOf = fileLines(markdown);
      for (const { startLine, text } of ranges) {
        const [first = '', second = ''] = text.split('\n');
        assert.deepEqual(lineOf(lines.indexOf(first) + 1), { path: snippet.path, line: startLine, isCode: true });
        assert.equal(lineOf(lines.indexOf(second) + 1).line, startLine + 1);
      }
      assert.deepEqual(lineOf(2), { line: 2, isCode: false });
    });
  }
});

const codeBlocksOf = (markdown: string) =>
  sharedBlocksOf(message(markdown)).map(({ language, code }) => ({ language, code }));
describe('the code blocks of a message', () => {
  for (const [name, patch] of [
    ['LF', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'],
    ['CRLF', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r\n'],
    ['CRLF and a last line without an end', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\n\\ No newline at end of file\n'],
    ['a last empty line', '--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n\n'],
  ] as const) {
    it(`keeps a shared patch byte for byte: ${name}`, () => {
      const heading = ['repository', 'changes', 'main'];
      const { markdown } = renderBlockMessage({ heading, blocks: [{ text: patch, language: 'diff' }] });
      assert.deepEqual(codeBlocksOf(markdown), [{ language: 'diff', code: patch }]);
    });
  }

  it('ends a patch of a CRLF message like its other lines', () => {
    const markdown = '```patch\r\n--- a/x\r\n+++ b/x\r\n```\r\n';
    assert.deepEqual(codeBlocksOf(markdown), [{ language: 'patch', code: '--- a/x\r\n+++ b/x\r\n' }]);
  });

  it('are the ranges of a shared snippet with their lines, byte for byte, for any code', () => {
    const texts = fc.array(
      hostileText.filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('', 'look at\nthis', '- a list\n- of two'), (codes, comment) => {
        const ranges = codes.map((text, index) => ({ startLine: index * 9 + 1, endLine: index * 9 + 3, text }));
        const { markdown } = renderSnippetMessage({ ...snippet, ranges, commit: 'a'.repeat(40) }, { comment });
        const origin = { path: 'src/a_b.ts', isUntitled: false, commit: 'a'.repeat(10) } as const;
        assert.deepEqual(
          sharedBlocksOf(message(markdown)),
          ranges.map(({ text, startLine, endLine }) => ({
            ...{ language: 'ts', code: dedent(text).replace(/\r?\n$|\r$/, '') },
            origin: { ...origin, startLine, endLine },
          })),
        );
      }),
      manyCases,
    );
  });
});

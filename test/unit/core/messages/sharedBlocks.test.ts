import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/api/resources.ts';
import { sharedBlocksOf } from '../../../../src/core/messages/sharedBlocks.ts';
import { renderBlockMessage, renderSnippetMessage } from '../../../../src/core/snippet/snippetMessage.ts';

const message = (markdown: string): Message => ({ id: 'm', roomId: 'r', markdown });
const snippet = { path: 'src/a_b.ts', languageId: 'typescript', isUnsaved: false, isUntitled: false };

describe('sharedBlocksOf', () => {
  it('parses every range with its lines, byte for byte', () => {
    const ranges = [
      { startLine: 3, endLine: 4, text: 'const a = "`";\n\tb();\n' },
      { startLine: 9, endLine: 9, text: '  c\n' },
    ];
    const { markdown } = renderSnippetMessage({ ...snippet, ranges, commit: 'a'.repeat(40) }, { comment: 'Look:' });
    assert.deepEqual(
      sharedBlocksOf(message(markdown)),
      ranges.map(({ startLine, endLine, text }) => ({
        language: 'ts',
        code: text.slice(0, -1),
        origin: { path: 'src/a_b.ts', state: 'saved', startLine, endLine, commit: 'a'.repeat(10) },
      })),
    );
  });

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

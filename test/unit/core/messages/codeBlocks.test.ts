import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { sharedBlocksOf } from '../../../../src/core/messages/sharedBlocks.ts';
import { renderBlockMessage, renderSnippetMessage } from '../../../../src/core/snippet/snippetMessage.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const message = (facts: Partial<Message>): Message => ({ id: 'm', roomId: 'r', ...facts });

const codeBlocksOf = (shown: Message) => sharedBlocksOf(shown).map(({ language, code }) => ({ language, code }));

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
      assert.deepEqual(codeBlocksOf(message({ markdown })), [{ language: 'diff', code: patch }]);
    });
  }

  it('ends a patch of a CRLF message like its other lines', () => {
    const markdown = '```patch\r\n--- a/x\r\n+++ b/x\r\n```\r\n';
    assert.deepEqual(codeBlocksOf(message({ markdown })), [{ language: 'patch', code: '--- a/x\r\n+++ b/x\r\n' }]);
  });

  it('parses every range of a shared snippet, for any code', () => {
    const texts = fc.array(
      hostileText.filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('', 'look at\nthis', '- a list\n- of two'), (codes, comment) => {
        const ranges = codes.map((text, index) => ({ startLine: index * 9 + 1, endLine: index * 9 + 1, text }));
        const snippet = { path: 'a.py', languageId: 'python', ranges, isUnsaved: false, isUntitled: false };
        assert.deepEqual(
          codeBlocksOf(message({ markdown: renderSnippetMessage(snippet, { comment }).markdown })),
          codes.map((text) => ({ language: 'py', code: text.replace(/\r?\n$|\r$/, '') })),
        );
      }),
      manyCases,
    );
  });
});

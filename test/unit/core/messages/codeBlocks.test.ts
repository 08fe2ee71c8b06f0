import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { codeBlocksOf } from '../../../../src/core/messages/codeBlocks.ts';
import { renderSnippetMessage } from '../../../../src/core/share/snippetMessage.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const message = (facts: Partial<Message>): Message => ({ id: 'm', roomId: 'r', ...facts });

describe('codeBlocksOf', () => {
  it('reads the blocks of the Markdown in their order', () => {
    assert.deepEqual(codeBlocksOf(message({ markdown: 'a\n\n```ts\nx\n```\n\n```\ny\n```', text: 'a x y' })), [
      { language: 'ts', code: 'x' },
      { language: '', code: 'y' },
    ]);
  });

  it('reads the text when there is no Markdown, or an empty one', () => {
    const text = '```py\nx\n```';
    assert.deepEqual(codeBlocksOf(message({ text })), [{ language: 'py', code: 'x' }]);
    assert.deepEqual(codeBlocksOf(message({ text, markdown: '' })), [{ language: 'py', code: 'x' }]);
  });

  it('finds nothing in a message without code, or without words', () => {
    assert.deepEqual(codeBlocksOf(message({ text: 'hello `x`' })), []);
    assert.deepEqual(codeBlocksOf(message({ files: ['u'] })), []);
  });

  it('leaves no lone CR at the end of code with CRLF, whoever wrote the fences', () => {
    assert.deepEqual(codeBlocksOf(message({ markdown: '```\r\na\r\nb\r\n```' })), [{ language: '', code: 'a\r\nb' }]);
    assert.deepEqual(codeBlocksOf(message({ markdown: '```\na\r\nb\r\n```' })), [{ language: '', code: 'a\r\nb' }]);
  });

  it('reads back every range of a shared snippet, for any code', () => {
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

import assert from 'node:assert/strict';
import { quoteMessage } from '../../../../src/core/messages/messageText.ts';

const quoteOf = (markdown: string): string => quoteMessage({ id: 'm', roomId: 'r', markdown }, 'Ada *Park*');

describe('quoteMessage', () => {
  it('quotes the first line under the name of its author, both as plain text', () => {
    assert.equal(quoteOf('Is **this** right?\nSecond line'), '> **Ada \\*Park\\***: Is \\*\\*this\\*\\* right?\n\n');
  });

  it('leaves out a code fence, which would include the reply', () => {
    assert.equal(quoteOf('\n```ts\nlet a;\n```'), '> **Ada \\*Park\\***: let a;\n\n');
  });

  it('keeps code as it was written', () => {
    assert.equal(quoteOf('run $(pwd)  in [dir](x)'), '> **Ada \\*Park\\***: run $(pwd)  in \\[dir\\](x)\n\n');
  });

  it('cuts a long line, but no character', () => assert.match(quoteOf(`${'a'.repeat(199)}🙂🙂`), /a🙂…\n\n$/));
});

import assert from 'node:assert/strict';
import { quoteMessage } from '../../../../src/core/messages/quoteMessage.ts';

const quoteOf = (markdown: string): string => quoteMessage({ id: 'm', roomId: 'r', markdown }, 'Ada *Park*');

describe('The quote at the beginning of a reply', () => {
  it('is the first line of the message under the name of its author, both as plain text', () => {
    assert.equal(quoteOf('Is **this** right?\nSecond line'), '> **Ada \\*Park\\***: Is \\*\\*this\\*\\* right?\n\n');
  });

  it('mentions nobody again', () => {
    const quote = quoteOf('<@all> and <@personEmail:tom@example.com|Tom>, look');
    assert.ok(quote.includes('@all and @Tom, look'), quote);
    assert.ok(!quote.includes('<@'), quote);
  });

  it('leaves a fence out, which would swallow the reply', () => {
    assert.equal(quoteOf('\n```ts\nlet a;\n```'), '> **Ada \\*Park\\***: let a;\n\n');
  });

  it('is cut short', () => {
    assert.ok(quoteOf('x'.repeat(1000)).length < 260);
  });
});

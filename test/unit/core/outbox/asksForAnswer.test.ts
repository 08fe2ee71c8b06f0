import assert from 'node:assert/strict';
import { asksForAnswer } from '../../../../src/core/outbox/asksForAnswer.ts';

describe('A share that asks for an answer', () => {
  const code = '**a.ts** · line 3 · TypeScript\n\n```ts\nconst a = b ?\n// <@personId:x|X> why?\n```';

  it('has a line that ends with a question mark, or a mention of a person, outside of its code', () => {
    for (const text of [
      `Is this right?\n\n${code}`,
      `${code}\n\n是吗？`,
      `<@personEmail:tom@example.com|Tom> see below\n\n${code}`,
    ])
      assert.equal(asksForAnswer(text), true, text);
    for (const text of ['', code, `FYI\n\n${code}`, `<@all> look\n\n${code}`, 'https://a.example/?x=1 is up'])
      assert.equal(asksForAnswer(text), false, text);
  });
});

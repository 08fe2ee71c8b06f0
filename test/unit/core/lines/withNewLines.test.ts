import assert from 'node:assert/strict';
import { digestOfLines } from '../../../../src/core/base/text/lineDigests.ts';
import { withNewLines } from '../../../../src/core/lines/withNewLines.ts';

const fence = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;
const shared = `**src/a.ts** · lines 9–10 · TypeScript\n\n${fence('new\nlines')}\n`;
const { digest } = digestOfLines('old');

describe('A message with new lines', () => {
  it('has them with their header in place of the shared ones, and the same words', () => {
    const before = `Why?\n\n**src/a.ts** · line 3 · TypeScript\n\n${fence('old')}\n\nThanks\n`;
    assert.equal(withNewLines(before, digest, shared), `Why?\n\n${shared.trimEnd()}\n\nThanks\n`);
  });

  it('has only the new code under the header of several ranges, and without a header', () => {
    const header = '**src/a.ts** · lines 1, 3 · TypeScript';
    const before = `${header}\n\nline 1\n\n${fence('a')}\n\nline 3\n\n${fence('old')}`;
    assert.equal(withNewLines(before, digest, shared), before.replace('old', 'new\nlines'));
    assert.equal(withNewLines(fence('old'), digest, shared), fence('new\nlines'));
  });

  it('is none without the shared lines', () => {
    assert.equal(withNewLines(fence('others'), digest, shared), undefined);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { similarLines } from '../../../../src/core/messages/findBlock.ts';

describe('similarLines', () => {
  const line = fc.string({ minLength: 12, maxLength: 30 }).filter((text) => text.trim().length >= 12);

  it('finds any lines of a file, whatever their indentation', () => {
    const texts = fc.uniqueArray(line, { selector: (text) => text.trim(), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.nat(11), fc.nat(11), (all, a, b) => {
        const [from, to] = [Math.min(a, b) % all.length, Math.max(a, b) % all.length].sort((x, y) => x - y);
        const shared = all.slice(from, (to ?? 0) + 1).map((text) => `  ${text}`);
        const found = similarLines(all.join('\n'), shared.join('\r\n'), 1);
        assert.deepEqual(found, { startLine: (from ?? 0) + 1, endLine: (to ?? 0) + 1 });
      }),
    );
  });

  it('ignores lines that share little more than a brace', () => {
    assert.equal(
      similarLines('if (a) {\n  b();\n}\n', 'for (const tide of tides) {\n  publish(tide);\n}', 1),
      undefined,
    );
  });
});

import assert from 'node:assert/strict';
import { digestOfLines } from '../../../../src/core/base/text/lineDigests.ts';
import { type CodePlace, originIn, placesOf } from '../../../../src/core/snippet/codePlace.ts';

function placeOf(path: string, startLine: number, text: string): CodePlace {
  const { lineCount, digest } = digestOfLines(text);
  return { path, line: startLine, lines: [{ startLine, endLine: startLine + lineCount - 1, digest }] };
}

describe('The places of code in a message', () => {
  const [one, two] = [{ ...placeOf('/a.ts', 3, '  a();\n  b();'), commit: '0123' }, placeOf('/b.ts', 9, 'c();\n')];
  const fenced = (code: string): string => `**x.ts** · line 1\n\n\`\`\`ts\n${code}\n\`\`\``;

  it('are those whose code is still in it, in the order in which it was added, without indentation and line breaks', () => {
    const both = `Why?\n\n${fenced('c();')}\n\n${fenced('a();\r\nb();')}`;
    assert.deepEqual(originIn(both, [one, two]), { ...one, others: [two] });
    assert.deepEqual(placesOf(originIn(both, [one, two])), [{ ...one, others: [two] }, two]);
    assert.deepEqual(originIn(fenced('c();'), [one, two]), two);
  });

  it('are left out with code that was removed or changed, or is no longer a block', () => {
    for (const text of ['', 'c();', fenced('c(1);'), fenced('c();\nd();')])
      assert.equal(originIn(text, [one, two, { path: '/c.ts' }]), undefined, text);
    assert.deepEqual(placesOf(undefined), []);
  });
});

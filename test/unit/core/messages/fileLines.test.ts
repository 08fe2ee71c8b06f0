import assert from 'node:assert/strict';
import { fileLines } from '../../../../src/core/messages/fileLines.ts';
import { renderSnippetMessage } from '../../../../src/core/snippet/snippetMessage.ts';

const range = (startLine: number, text: string) => ({ startLine, endLine: startLine + 1, text });

describe('The line of the file for a line of a message', () => {
  for (const [what, ranges] of [
    ['one selection', [range(7, 'one\ntwo\n')]],
    ['several selections', [range(40, 'four\nfive\n'), range(7, 'one\ntwo\n')]],
  ] as const) {
    it(`is that of ${what}, below a comment that keeps its own lines`, () => {
      const facts = { path: 'src/a.ts', languageId: 'typescript', isUnsaved: false, isUntitled: false };
      const { markdown } = renderSnippetMessage({ ...facts, ranges }, { comment: 'look\nhere' });
      const lines = markdown.split('\n');
      const lineOf = fileLines(markdown);
      for (const { startLine, text } of ranges) {
        const [first = '', second = ''] = text.split('\n');
        assert.equal(lineOf(lines.indexOf(first) + 1), startLine);
        assert.equal(lineOf(lines.indexOf(second) + 1), startLine + 1);
      }
      assert.equal(lineOf(2), 2);
    });
  }
});

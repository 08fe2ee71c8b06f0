import assert from 'node:assert/strict';
import { type InsertPosition, insertedText } from '../../../../src/core/messages/insertBlock.ts';

const at = (line: string, column: number, more: Partial<InsertPosition> = {}): InsertPosition => ({
  line,
  column,
  rest: line.slice(column),
  isWholeLines: false,
  lineBreak: '\n',
  ...more,
});

describe('textToInsert', () => {
  for (const [what, code, place, text] of [
    [
      'indents every line as the line of the cursor',
      'if (a) {\n  b();\n}',
      at('    ', 4),
      'if (a) {\n      b();\n    }',
    ],
    ['completes the indentation before the cursor', 'a();\nb();', at('    ', 0), '    a();\n    b();'],
    ['leaves blank lines empty', 'a();\n\nb();', at('  ', 2), 'a();\n\n  b();'],
    ['takes away the indentation that all lines share', '    a();\n    b();', at('', 0), 'a();\nb();'],
    ['ends a block before text', 'a();\nb();', at('c();', 0), 'a();\nb();\n'],
    ['keeps the text behind the cursor as far in as it was', 'a();', at('  c();', 2), 'a();\n  '],
    ['goes inside a line as it is', 'b', at('a(, c)', 2), 'b'],
    ['ends whole lines that it replaces', 'a();', at('old();', 0, { rest: 'next();', isWholeLines: true }), 'a();\n'],
    ['uses the line ends of the document', 'a\nb', at('\t', 1, { lineBreak: '\r\n' }), 'a\r\n\tb'],
    ['reads code with Windows line ends', 'a\r\nb\r\n', at('', 0), 'a\nb'],
  ] as const) {
    it(what, () => assert.equal(insertedText(code, place), text));
  }
});

import assert from 'node:assert/strict';
import { messageLine } from '../../../../src/core/lines/messageLine.ts';

describe('A message in one line', () => {
  const code = '**src/tide.ts** · lines 5–6 · TypeScript\n\n```ts\n\n  let level = 0;\n```';
  for (const [markdown, line] of [
    ['Shall we?\nYes.', 'Shall we?'],
    [code, 'src/tide.ts:5 let level = 0;'],
    [`Is this right?\n\n${code}`, 'Is this right?'],
    [
      'It fails [here](<https://example.com/a>) and [there](b.ts), not [so] (c).',
      'It fails here and there, not [so] (c).',
    ],
    ['Please *look* at `*tide.ts`, **today _or_ never**.', 'Please look at *tide.ts, today or never.'],
    [
      '2 * 3 * 4, *args, **kwargs, snake_case_name and \\*no\\*',
      '2 * 3 * 4, *args, **kwargs, snake_case_name and *no*',
    ],
    ['> ~~No~~ __Yes__', 'No Yes'],
    ['```\nnpm test\n```', 'npm test'],
    ['**tide\\_clock** · changes · src/a.ts:7\n\n```diff\n-a\n```', 'tide_clock · changes · src/a.ts:7'],
    ['', ''],
  ] as const) {
    it(`is “${line}”`, () => assert.equal(messageLine({ id: 'm', roomId: 'r', markdown }), line));
  }
});

import assert from 'node:assert/strict';
import { scanText } from '../../../../src/core/secrets/scanText.ts';

const length = 2 ** 18;
const filled = (part: string): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const head = `-----${'BEGIN'} PRIVATE KEY-----\n`;

/** Each would take hours with a backtracking pattern; the test's time limit is seconds. */
const hostile: readonly string[] = [
  ...['a', 'a=', 'a:', 'a="', "a='b:", 'password=', 'password: ', 'token=a:', '\\"a\\":\\"', '://', '://a:', 'x://a:b'],
  ...['https://', 'eyJ', 'eyJhbGciOi.', '-eyJaaaaaaaaa', head, `${head}${'A'.repeat(90)}\n`, `${head}A: `],
  ...['Private-Lines: 1\n', 'ghs_1_a', 'ghs_1_a.', 'xoxb-', 'xoxb-1-', 'xoxc-', 'SG.a.', `SG.a.${'b'.repeat(260)}`],
  ...['mongodb://a:', 'Bearer ', 'basic aaaaaaaaaaaa', 'machine ', 'login a password ', 'secret_access_key = '],
  ...[
    'sk-ant-api00-',
    '      ',
    '\n',
    'pass ',
    'pass|',
    '"pass",',
    'pass is ',
    '${a:-',
    'echo a ',
    ' -p ',
    '"default":',
    'a:b@tcp(',
    'x:5432:a:b:',
    '\\\n-',
    'AccountKey=',
    'sig=',
    '.webhook.office.com/',
    'A1',
    'SHARED_SECRET=',
  ],
  // Very many letters after a password or on the line of a key, then text that belongs to neither.
  `password = "${'a'.repeat(90)}é"\n`,
  `password = "${'ab '.repeat(30)}é"\n`,
  `${head}${'n'.repeat(8000)}!\n`,
  `${head}${'nr+/'.repeat(2000)} !\n`,
  `${head}\n${'\\'.repeat(8000)}!\n`,
  `${head}${'A'.repeat(40)}${' '.repeat(8000)}!\n`,
];

describe('text that is designed to be slow to search', () => {
  for (const part of hostile) {
    it(`repeating ${JSON.stringify(part.slice(0, 40))} is scanned quickly`, () => {
      assert.ok(Array.isArray(scanText(filled(part))));
    }).timeout(10_000);
  }
});

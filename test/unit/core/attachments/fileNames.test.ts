import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { isImageName, safeFileName, uniqueName } from '../../../../src/core/attachments/fileNames.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const among = (names: readonly string[]) => async (name: string) => names.includes(name);

describe('uniqueName', () => {
  for (const [name, taken, expected] of [
    ['a.txt', [], 'a.txt'],
    ['a.txt', ['a.txt'], 'a (2).txt'],
    ['a.txt', ['a.txt', 'a (2).txt', 'a (3).txt'], 'a (4).txt'],
    ['a', ['a'], 'a (2)'],
    ['.env', ['.env'], '.env (2)'],
    ['a.tar.gz', ['a.tar.gz'], 'a (2).tar.gz'],
    ['.tar.gz', ['.tar.gz'], '.tar (2).gz'],
  ] as const) {
    it(`returns "${expected}" for "${name}" if ${taken.length} names are taken`, async () => {
      assert.equal(await uniqueName(name, among(taken)), expected);
    });
  }

  it('throws when every name is taken', async () => {
    await assert.rejects(
      uniqueName('a.txt', async () => true),
      /no free name/,
    );
  });

  it('always returns a free name that keeps start and extension', async () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '(2)', 'é'), minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        part,
        fc.constantFrom('', '.txt', '.tar.gz'),
        fc.nat({ max: 12 }),
        async (stem, extension, count) => {
          const taken: string[] = [];
          for (let index = 0; index < count; index++) taken.push(await uniqueName(stem + extension, among(taken)));
          const name = await uniqueName(stem + extension, among(taken));
          assert.equal(new Set([...taken, name]).size, count + 1);
          assert.ok(name.startsWith(stem) && name.endsWith(extension));
        },
      ),
      manyCases,
    );
  });
});

describe('isImageName', () => {
  it('accepts image extensions in any case, and neither executable formats nor names that contain one', () => {
    for (const name of ['a.png', 'a.JPG', 'b.c.jpeg', 'a.gif', 'a.webp']) assert.equal(isImageName(name), true, name);
    for (const name of ['a.ipynb', 'a.svg', 'a.html', 'a.png.ipynb', 'png', 'a.png ', 'a.pdf', 'a.md', 'a.mp4', ''])
      assert.equal(isImageName(name), false, name);
  });
});

type Row = readonly [raw: string, expected: string];

const fallback = 'file.bin';
const unchanged = [
  'a.txt',
  'report.final.pdf',
  'a-b_c+d=e.txt',
  "it's (1) [2] {3}.txt",
  '#1 & 50%.txt',
  '-rf',
  '.env',
  '..a',
  'été.png',
  '漢字.txt',
  '\u{1f600}.png',
  '%2e%2e%2fa.txt',
  'con-a.txt',
  'conx',
  'com10',
  'a.nul.txt',
  '.con',
  '.github',
  'a'.repeat(200),
  `${'a'.repeat(196)}.txt`,
].map((name): Row => [name, name]);

const traversal: readonly Row[] = [
  ['../a.txt', 'a.txt'],
  ['..\\a.txt', 'a.txt'],
  ['../../../../etc/passwd', 'passwd'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Users\\a\\b.txt', 'b.txt'],
  ['C:b.txt', 'C_b.txt'],
  ['\\\\server\\share\\b.txt', 'b.txt'],
  ['\\\\?\\C:\\b.txt', 'b.txt'],
  ['\\\\.\\COM1', '_COM1'],
  ['a/b\\c/d.txt', 'd.txt'],
  ['a\\', 'a'],
  ['a/../b.txt', 'b.txt'],
  ['https://example.com/x.txt', 'x.txt'],
  ['.\u200b./a', 'a'],
  ['..\u0000/a', 'a'],
  ['a.txt\u0000.exe', 'a.txt.exe'],
  ['a.txt:stream', 'a.txt_stream'],
  ['a.txt::$DATA', 'a.txt__$DATA'],
  ['a\u2044b', 'a_b'],
  ['a\uff0fb', 'a_b'],
  ['a\uff3cb', 'a_b'],
  ['..\uff0f..\uff0fa', '.._.._a'],
];

const nothingLeft = [
  '',
  '   ',
  '.',
  '..',
  '...',
  '/',
  '\\',
  '../',
  'a/..',
  'a\\..',
  '\u0000',
  '\u202e',
  '\ufeff',
  '\t\n',
  '\u00a0',
  '\ud800',
].map((raw): Row => [raw, fallback]);

const edges: readonly Row[] = [
  ['a.', 'a'],
  ['a ', 'a'],
  [' a', 'a'],
  ['a.txt.', 'a.txt'],
  ['a.txt. . ', 'a.txt'],
  ['a\u00a0', 'a'],
  ['\u3000a', 'a'],
  ['.. a', '.. a'],
  ['e\u0301.txt', 'é.txt'],
  ['.git', '_.git'],
  ['.GIT', '_.GIT'],
  ['a/.git', '_.git'],
  ['.g\u200cit', '_.git'],
];

const illegal: readonly Row[] = ['<', '>', ':', '"', '|', '?', '*'].flatMap((sign): Row[] => [
  [`a${sign}b.txt`, 'a_b.txt'],
  [`${sign}a`, '_a'],
  [`a${sign}`, 'a_'],
  [sign, '_'],
]);

const control = [...Array(32).keys(), 0x7f, 0x80, 0x9f].map(
  (code): Row => [`a${String.fromCharCode(code)}b.txt`, 'ab.txt'],
);
const invisible = [
  0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e,
  0x2060, 0x2061, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xfff9, 0xd800, 0xdfff, 0xfffe, 0xffff, 0xe0041,
].map((code): Row => [`a${String.fromCodePoint(code)}txt.exe`, 'atxt.exe']);

const deviceNames = [
  ...['con', 'prn', 'aux', 'nul', 'clock$', 'conin$', 'conout$'],
  ...['com', 'lpt'].flatMap((port) => [...'0123456789\u00b9\u00b2\u00b3'].map((digit) => port + digit)),
];
const devices = deviceNames.flatMap((name): Row[] => [
  [name, `_${name}`],
  [name.toUpperCase(), `_${name.toUpperCase()}`],
  [`${name}.txt`, `_${name}.txt`],
  [`${name}.tar.gz`, `_${name}.tar.gz`],
  [`${name} .txt`, `_${name} .txt`],
  [`dir/${name}.`, `_${name}`],
]);

const long: readonly Row[] = [
  ['a'.repeat(201), 'a'.repeat(200)],
  [`${'a'.repeat(300)}.txt`, `${'a'.repeat(196)}.txt`],
  [`${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(197)}.gz`],
  [`${'é'.repeat(300)}.txt`, `${'é'.repeat(98)}.txt`],
  [`${'漢'.repeat(300)}.txt`, `${'漢'.repeat(65)}.txt`],
  [`${'\u{1f600}'.repeat(100)}.png`, `${'\u{1f600}'.repeat(49)}.png`],
  [`${'a'.repeat(195)} ${'b'.repeat(99)}.txt`, `${'a'.repeat(195)}.txt`],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(198)}`],
  [`.${'x'.repeat(300)}`, `.${'x'.repeat(199)}`],
  [`${'a'.repeat(199)}. ${'b'.repeat(60)}`, 'a'.repeat(199)],
  [`con.${'x'.repeat(300)}`, `_con.${'x'.repeat(195)}`],
];

const table = [
  ...unchanged,
  ...traversal,
  ...nothingLeft,
  ...edges,
  ...illegal,
  ...control,
  ...invisible,
  ...devices,
  ...long,
];

describe('safeFileName', () => {
  it('keeps the joiners of emoji and of Persian words, and no others', () => {
    for (const name of ['👨‍👩‍👧.txt', 'می\u200cخواهم.txt']) assert.equal(safeFileName(name, 'x'), name);
    assert.equal(safeFileName('a\u200d\u200c\u202eb.txt', 'x'), 'ab.txt');
  });

  for (const [raw, expected] of table) {
    const shown = raw.length > 60 ? `${JSON.stringify(raw.slice(0, 20))}… (${raw.length})` : JSON.stringify(raw);
    it(`converts ${shown} to ${JSON.stringify(expected.slice(0, 40))}`, () => {
      assert.equal(safeFileName(raw, fallback), expected);
    });
  }

  it('uses the fallback when there is no name, and makes it safe too', () => {
    assert.equal(safeFileName(undefined, 'a.txt'), 'a.txt');
    assert.equal(safeFileName(undefined, '../nul'), '_nul');
    assert.equal(safeFileName('..', '..'), 'attachment');
  });

  const name = fc.oneof(
    hostileText,
    fc
      .array(
        fc.oneof(fc.constantFrom('.', '..', '/', '\\', ':', 'con', 'COM1', ' ', '.txt', '\u202e', 'é'), hostileText),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
    fc.string({ unit: 'binary', minLength: 100, maxLength: 400 }),
  );

  it('returns one safe path segment on every system for any name', () => {
    fc.assert(
      fc.property(name, (raw) => {
        const safe = safeFileName(raw, fallback);
        for (const system of [path.posix, path.win32]) {
          assert.equal(system.basename(safe), safe);
          assert.equal(system.dirname(system.join('base', safe)), 'base');
          assert.equal(system.join('base', safe), `base${system.sep}${safe}`);
        }
        assert.doesNotMatch(safe, /[<>:"|?*\\/\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|[. ]$|^ /u);
        // Joiners are only inside.
        assert.doesNotMatch(safe, /(?![\u200c\u200d])\p{Cf}|^\p{Cf}|\p{Cf}(?:$|[\w.])/u);
        assert.doesNotMatch(safe, /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i);
        assert.ok(!['', '.', '..', '.git'].includes(safe.toLowerCase()));
        assert.ok(Buffer.byteLength(safe) <= 200);
      }),
      { numRuns: 2_000 },
    );
  });
});

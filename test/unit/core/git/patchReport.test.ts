import assert from 'node:assert/strict';
import {
  countPatch,
  isAtLink,
  type PatchedFile,
  parsePatchReport,
  reviewOrder,
} from '../../../../src/core/git/patchReport.ts';

const changed = { change: 'changed', becomesExecutable: false } as const;

/** As git names the sections of a patch while it checks them. */
const checking = (...names: readonly string[]): string => names.map((name) => `Checking patch ${name}...\n`).join('');

describe('parsePatchReport', () => {
  it('parses any names, and binary files without counts', () => {
    assert.deepEqual(
      parsePatchReport(
        '3\t0\ta b => c.txt\x00-\t-\tlogo {1}.png\x001\t1\ta"\\b\0',
        `warning: a\n${checking('a b => c.txt', 'logo {1}.png', String.raw`"a\"\\b"`)}`,
      ),
      [
        { path: 'a b => c.txt', added: 3, removed: 0, ...changed },
        { path: 'logo {1}.png', ...changed },
        { path: 'a"\\b', added: 1, removed: 1, ...changed },
      ],
    );
    assert.deepEqual(parsePatchReport('', ''), []);
  });

  it('assigns each line of the summary to its file, in order', () => {
    const rows = '0\t1\ta\x001\t0\ta\x000\t0\tx/b\x001\t1\tc\x000\t0\td\x000\t0\te/f\x000\t0\tx => y\x00';
    const names = checking('a', 'a', 'x/a => x/b', 'c', 'd', String.raw`"g\"" => e/f`, 'v => w => x => y');
    const summary = [
      ' delete mode 100755 a',
      ' create mode 100644 a',
      ' rename x/{a => b} (100%)',
      ' mode change 100644 => 100755',
      ' rewrite c (90%)',
      ' mode change 100755 => 100644 d',
      ' copy g" => e/f (90%)',
      ' copy v => w => x => y (90%)',
    ];
    assert.deepEqual(
      parsePatchReport(`${rows}${summary.join('\n')}\n`, names).map(({ change, from, becomesExecutable }) => [
        change,
        from,
        becomesExecutable,
      ]),
      [
        ['deleted', undefined, false],
        ['new', undefined, false],
        ['renamed', 'x/a', true],
        ['changed', undefined, false],
        ['changed', undefined, false],
        ['copied', 'g"', false],
        ['copied', 'v => w', false],
      ],
    );
  });

  for (const change of [
    ...['create mode 120000', 'create mode 100664', 'delete mode 160000'],
    ...['mode change 100644 => 120000', 'mode change 120000 => 100644'],
  ]) {
    it(`refuses ${change}`, () => {
      const refusal = { name: 'PatchRefusedError', problem: 'link' };
      assert.throws(() => parsePatchReport(`1\t0\ta\0 ${change} a\n`, checking('a')), refusal);
    });
  }

  for (const [what, output, ...names] of [
    ['a line that it does not know', '1\t0\ta\0 conjure mode 100644 a\n', 'a'],
    ['a line of another file', '1\t0\ta\0 create mode 100644 b\n', 'a'],
    ['a rewrite of another file', '1\t0\ta\0 rewrite b (90%)\n', 'a'],
    ['a rename from another folder', '1\t0\tx/b\0 rename y/{a => b} (100%)\n', 'x/a => x/b'],
    ['a rename of another file', '1\t0\tb\0 rename x => b (100%)\n', 'a => b'],
    ['a rename of one name', '1\t0\tb\0 rename a => b (100%)\n', 'b'],
    ['two names without a rename', '1\t0\tb\0', 'a => b'],
    ['a file without its names', '1\t0\ta\0'],
    ['more names than files', '1\t0\ta\0', 'a', 'b'],
    ['names of another file', '1\t0\ta\0', 'b'],
    ['a new file without its mode', '1\t0\ta\0 create a\n', 'a'],
    ['more lines than files', '1\t0\ta\0 create mode 100644 a\n create mode 100644 a\n', 'a'],
    ['a name with a line break', '1\t0\ta\nb\0', 'a\nb'],
    ['a name that is no UTF-8', '1\t0\ta\ufffd\0', 'a\ufffd'],
    ['an old name that is no UTF-8', '1\t0\tb\0 rename a\ufffd => b (100%)\n', 'a\ufffd => b'],
    ['a row of another form', 'a\0', 'a'],
  ] as const) {
    it(`refuses ${what}`, () => {
      const refusal = { name: 'PatchRefusedError', problem: 'unclear' };
      assert.throws(() => parsePatchReport(output, checking(...names)), refusal);
    });
  }
});

describe('The files of a patch', () => {
  const file = (path: string, fields: Partial<PatchedFile> = {}): PatchedFile => ({ path, ...changed, ...fields });

  it('are reviewed with those first that something executes, otherwise in their order', () => {
    const mode = { becomesExecutable: true };
    const files = [file('a.ts'), file('b', mode), file('.husky/c'), file('known'), file('d.ts')];
    const reviewed = reviewOrder(files, new Set(['known'])).map(({ path, isExecuted }) => [path, isExecuted]);
    assert.deepEqual(reviewed, [
      ['b', true],
      ['.husky/c', true],
      ['known', true],
      ['a.ts', false],
      ['d.ts', false],
    ]);
  });

  it('are counted with their lines and kinds of change', () => {
    const made = { change: 'new', becomesExecutable: true, added: 3, removed: 0 } as const;
    assert.deepEqual(countPatch([file('a', { added: 2, removed: 5 }), file('b.png'), file('c', made)]), {
      ...{ files: 3, added: 5, removed: 5 },
      changes: new Map<string, number>([
        ['changed', 2],
        ['new', 1],
        ['executable', 1],
      ]),
    });
    assert.deepEqual(countPatch([]), { files: 0, added: 0, removed: 0, changes: new Map() });
  });
});

describe('isAtLink', () => {
  it('matches a link, paths below it, and other cases of its name', () => {
    for (const path of ['sub', 'sub/x/y', 'SUB/x']) assert.equal(isAtLink(path, ['link', 'sub']), true, path);
    for (const path of ['subx', 'a/sub', 'su']) assert.equal(isAtLink(path, ['link', 'sub']), false, path);
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type MessagePlace, placePaths, placesOfMessage } from '../../../../src/core/lines/messagePlaces.ts';
import { sharedBlocksOf } from '../../../../src/core/messages/sharedBlocks.ts';
import { filesIn } from '../../../../src/platform/files/findFiles.ts';
import { isWithin } from '../../../../src/platform/files/relativePath.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

function placesIn(markdown: string): readonly MessagePlace[] {
  const message = { id: 'm', roomId: 'r', markdown };
  return placesOfMessage(message, sharedBlocksOf(message), {});
}

describe('the places of a message', () => {
  for (const [kind, line, text, path] of [
    ['Node', 'at read (/home/ben/tides/src/a.ts:10:3)', '/home/ben/tides/src/a.ts:10:3', '/home/ben/tides/src/a.ts'],
    ['Node, as a module', 'at file:///tides/a.mjs:10:3', 'file:///tides/a.mjs:10:3', '/tides/a.mjs'],
    ['Python', 'File "/My App/a.py", line 10, in read', 'File "/My App/a.py", line 10', '/My App/a.py'],
    ['Java', 'at org.tides.Gauge.read(Gauge.java:10)', 'Gauge.java:10', 'org/tides/Gauge.java'],
    ['Kotlin', 'at app//org.tides.Gauge$A.read$1(Gauge.kt:10)', 'Gauge.kt:10', 'org/tides/Gauge.kt'],
    ['Go', '\t/home/ben/tides/main.go:10 +0x1d', '/home/ben/tides/main.go:10', '/home/ben/tides/main.go'],
    ['Rust', "thread 'main' panicked at src/main.rs:10:5:", 'src/main.rs:10:5', 'src/main.rs'],
    ['.NET', 'at T.Read() in C:\\src\\Gauge.cs:line 10', 'C:\\src\\Gauge.cs:line 10', '/src/Gauge.cs'],
    ['Ruby', "app/models/tide.rb:10:in 'read'", 'app/models/tide.rb:10', 'app/models/tide.rb'],
    ['PHP', '#0 /var/www/Tide.php(10): read()', '/var/www/Tide.php(10)', '/var/www/Tide.php'],
    ['PHP, an error', 'in /var/www/Tide.php on line 10', '/var/www/Tide.php on line 10', '/var/www/Tide.php'],
    ['TypeScript', 'src/a.ts(10,3): error TS2345', 'src/a.ts(10,3)', 'src/a.ts'],
    ['compilers', '../lib/a.c:10:3: error', '../lib/a.c:10:3', '/lib/a.c'],
    [
      'Next.js',
      'at P (./app/(shop)/[[...id]]/page.tsx:10:3)',
      './app/(shop)/[[...id]]/page.tsx:10:3',
      'app/(shop)/[[...id]]/page.tsx',
    ],
    ['Nuxt', 'ERROR server/[id].get.ts:10:3', 'server/[id].get.ts:10:3', 'server/[id].get.ts'],
    ['Remix', 'at app/routes/$id.tsx:10:3', 'app/routes/$id.tsx:10:3', 'app/routes/$id.tsx'],
    ['a Mac', 'src/cafe\u0301-menu.ts:10: error', 'src/cafe\u0301-menu.ts:10', 'src/cafe\u0301-menu.ts'],
    ['letters of several characters', 'src/हिन्दी.ts:10: error', 'src/हिन्दी.ts:10', 'src/हिन्दी.ts'],
    ['make', 'Makefile:10: *** missing separator', 'Makefile:10', 'Makefile'],
  ] as const) {
    it(`are frames and errors of ${kind}, in words and in code`, () => {
      const place = { text, path, range: { startLine: 10, endLine: 10 } };
      assert.deepEqual(placesIn(`\`\`\`\n${line}\n\`\`\``), [place]);
      // Spaces at its beginning, and backslashes, are not those of the words.
      assert.deepEqual(placesIn(`See ${line.trim().replaceAll('\\', '\\\\')}`), [place]);
    });
  }

  it('are links to git hosts and ranges of lines', () => {
    const address = `https://github.com/team/tides/blob/${commit}/src/a.ts#L3-L7`;
    const [link, range] = placesIn(`See [this](${address}) and (src/a.ts:3–7).`);
    assert.deepEqual([link?.text, link?.link?.commit, link?.range], [address, commit, { startLine: 3, endLine: 7 }]);
    assert.deepEqual(range, { text: 'src/a.ts:3–7', path: 'src/a.ts', range: { startLine: 3, endLine: 7 } });
  });

  it('are no calls, times, hosts and addresses of other pages, and not what a header or a patch has', () => {
    assert.deepEqual(placesIn('x.slice(3) Math.max(10,3) 12:30, a.ts:, 1.5:2, https://chat.example/a.ts:1?'), []);
    const header = `**src/a.ts** · line 3 · [commit 0123456789](<https://github.com/t/r/blob/${commit}/src/a.ts#L3>)`;
    assert.deepEqual(placesIn(`${header}\n\n\`\`\`diff\n+at a.ts:3\n\`\`\``), []);
  });

  it('are not the end of a name that no pattern has', () => {
    for (const text of [
      'src/a~b.ts:3',
      'src/a#b.ts:3',
      'src/{a}b.ts:3',
      'blog-[id]/a.ts:3',
      'x[i].foo:3',
      'f(x).foo:3',
    ])
      assert.deepEqual(placesIn(text), [], text);
  });

  it('are found in time in text of any length', () => {
    placesIn('a.ts:1 '.repeat(2_000));
    for (const part of [
      'a',
      'a.',
      'a/',
      'a./',
      '/',
      '\\',
      'http://',
      'File "',
      'a.b:1 ',
      '(a.b(',
      '](',
      '[a',
      '[[a]]',
      '(a)/',
      '[a]/(b',
      '$',
      '`'.repeat(3),
    ]) {
      const start = process.cpuUsage();
      placesIn(part.repeat(100_000 / part.length));
      assert.ok(process.cpuUsage(start).user < 50_000, `${part}: ${process.cpuUsage(start).user} µs`);
    }
  });
});

describe('the files of places', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'places-')));
    await mkdir(join(folder, 'clone', 'src'), { recursive: true });
    await mkdir(join(folder, 'clone', '.git'));
    for (const name of ['clone/src/a.ts', 'clone/.git/config.txt', 'outside.ts', 'a.ts'])
      await writeFile(join(folder, name), '');
    await symlink(join(folder), join(folder, 'clone', 'link'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are the paths that theirs ends in', () => {
    const [place] = placesIn('at /home/ben/clone/src/a.ts:3');
    const paths = placePaths(place ?? assert.fail(), '/').map((parts) => parts.join('/'));
    assert.deepEqual(paths, ['home/ben/clone/src/a.ts', 'ben/clone/src/a.ts', 'clone/src/a.ts', 'src/a.ts']);
  });

  it('are never outside a clone, for 2,000 hostile places', async function () {
    // Under Wine a real path takes a hundred times as long.
    this.timeout(240_000);
    const clone = join(folder, 'clone');
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'src',
      'link',
      '.git',
      '~',
      'con',
      'NUL',
      'C:',
      '\0',
      '\u202e',
      '%2e%2e',
    );
    const last = fc.constantFrom('a.ts', 'outside.ts', 'config.txt', 'nul.txt', '..', 'a.ts::$DATA', '/etc/passwd.d');
    const root = fc.constantFrom('', '/', '//host/share/', '\\\\host\\share\\', 'file://', 'C:\\', '../', `${folder}/`);
    const mark = fc.constantFrom(':3', '(3,1)', ':line 3', '#L3', '" , line 3');
    const sign = fc.constantFrom('/', '\\');
    let openedCount = 0;
    const folders = fc.array(part, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.record({ root, folders, last, mark, sign }), async ({ root, folders, last, mark, sign }) => {
        const text = `${root}${[...folders, last].join(sign)}${mark}`;
        for (const place of placesIn(`\`\`\`\n${text}\nFile "${text}", line 3\n\`\`\``)) {
          for (const each of placePaths(place, '/')) {
            const files = await filesIn([clone], each.join('/'), [clone]);
            for (const { file, state } of files) {
              if (state !== 'found') continue;
              openedCount += 1;
              assert.equal(await realpath(file), join(clone, 'src', 'a.ts'), text);
            }
          }
          for (const each of placePaths(place, '\\')) assert.ok(isWithin(join(clone, ...each), clone), text);
        }
      }),
      { numRuns: 2_000 },
    );
    assert.ok(openedCount > 0);
  });
});

import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import {
  type EditorLink,
  editorLinkAddress,
  parseEditorLink,
  parseEditorLinkAddress,
  parseEditorLinkQuery,
} from '../../../../src/core/git/editorLink.ts';

const page = 'https://broker.example.com/open';
const commit = '0123456789abcdef0123456789abcdef01234567';
const good = { path: 'src/tide.ts', lines: '3-7,12', remote: 'github.com/team/tides', commit };

/** A fragment with changed parameters, encoded once. */
function fragment(changes: Readonly<Record<string, string>> = {}): string {
  const values = Object.entries({ ...good, ...changes });
  return values.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

const queryOf = (text: string): string => `link=${Buffer.from(text).toString('base64url')}`;

describe('parseEditorLink', () => {
  it('parses path, lines, remote and commit', () => {
    const link: EditorLink = {
      path: 'src/tide.ts',
      lines: [
        { startLine: 3, endLine: 7 },
        { startLine: 12, endLine: 12 },
      ],
      remote: 'github.com/team/tides',
      commit,
    };
    assert.deepEqual(parseEditorLink(fragment(), '/'), link);
    assert.deepEqual(parseEditorLinkAddress(`${page}#${fragment()}`, '/'), link);
    assert.deepEqual(parseEditorLinkQuery(queryOf(fragment()), '/'), link);
    assert.deepEqual(parseEditorLinkQuery(`${queryOf(fragment())}&windowId=3`, '/'), link);
    assert.deepEqual(parseEditorLinkQuery(`windowId=3&${queryOf(fragment())}`, '/'), link);
  });

  it('parses more remotes and the cell of a notebook, and an old link without them', () => {
    const more = fragment({ remote2: 'gitlab.com/ada/tides', remote3: 'git.example/a b/tides', cell: '12' });
    const link = parseEditorLink(more, '/') ?? assert.fail();
    assert.deepEqual([link.remote, link.others], [good.remote, ['gitlab.com/ada/tides', 'git.example/a b/tides']]);
    assert.equal(link.cell, 12);
    assert.deepEqual(Object.keys(parseEditorLink(fragment(), '/') ?? {}), ['path', 'lines', 'remote', 'commit']);
  });

  const paths: Readonly<Record<string, string>> = {
    'a parent folder': '../tide.ts',
    'a parent folder inside': 'src/../../tide.ts',
    'a parent folder at the end': 'src/..',
    'an absolute path': '/etc/passwd',
    'a home folder with a drive': 'C:/Users/ada/.ssh/id_rsa',
    'a drive without a slash': 'c:tide.ts',
    'a drive with backslashes': 'C:\\Windows\\win.ini',
    'a share': '//server/share/tide.ts',
    'a share with backslashes': '\\\\server\\share\\tide.ts',
    'a device path': '\\\\.\\PhysicalDrive0',
    'a NUL byte': 'src/tide.ts\u0000.png',
    'a line break': 'src/tide.ts\nrm',
    'an escape character': 'src/\u001b[2Jtide.ts',
    'an empty path': '',
    'a folder': 'src/',
    'a double slash': 'src//tide.ts',
    'a file URI': 'file:///etc/passwd',
    'a web address': 'https://evil.example/tide.ts',
    'the configuration of git': '.git/config',
    'a hook of git in other letter case': 'sub/.GIT/hooks/pre-commit',
    "the short name of git's folder": 'sub/GIT~1/config',
    "git's folder with a character that macOS ignores": '.g\u200cit/config',
    'a huge path': 'a/'.repeat(5_000),
  };
  for (const [what, path] of Object.entries(paths)) {
    it(`refuses ${what}`, () => {
      for (const { sep } of [posix, win32]) assertRefused(fragment({ path }), sep);
    });
  }

  for (const path of ['CON', 'nul', 'src/NUL.txt', 'aux.c', 'COM1/a.ts', 'a.ts:stream', 'command:x', 'a.ts.', 'a?b']) {
    it(`refuses ${path} on Windows, and takes it as the name of a file elsewhere`, () => {
      assert.equal(parseEditorLink(fragment({ path }), '\\'), undefined);
      assert.equal(parseEditorLink(fragment({ path }), '/')?.path, path);
    });
  }

  const others: Readonly<Record<string, string>> = {
    'no text': '',
    'an unfinished percent sign': `${fragment()}&x=%E0%A4%A`,
    'a percent sign without digits': fragment().replace('src', '%zz'),
    'no path': fragment().replace('path', 'file'),
    'no lines': fragment().replace('lines', 'line'),
    'no remote': fragment().replace('remote', 'origin'),
    'a second path': `${fragment()}&path=README.md`,
    'a second remote': `${fragment()}&remote=evil.example/a`,
    'the same parameter twice': `${fragment()}&commit=${commit}`,
    'line 0': fragment({ lines: '0' }),
    'a negative line': fragment({ lines: '-3' }),
    'lines in the wrong order': fragment({ lines: '7-3' }),
    'a fraction': fragment({ lines: '1.5' }),
    'a number with an exponent': fragment({ lines: '1e3' }),
    'a huge number': fragment({ lines: '9999999999' }),
    'huge lists of lines': fragment({ lines: Array(60).fill('1').join(',') }),
    'an abbreviated commit': fragment({ commit: '0123456789' }),
    'an option of git': fragment({ commit: '--output=/tmp/a' }),
    'a branch': fragment({ commit: 'HEAD~1' }),
    'a commit with a path': fragment({ commit: `${commit}:../a` }),
    'a remote with a user': fragment({ remote: 'ada:token@github.com/team/tides' }),
    'a remote with a scheme': fragment({ remote: 'https://github.com/team/tides' }),
    'a remote without a path': fragment({ remote: 'github.com' }),
    'a remote with a control character': fragment({ remote: 'github.com/\u202e\u0007' }),
    'a remote that is an option': fragment({ remote: '--upload-pack=/a' }),
    'a remote for a helper of git': fragment({ remote: 'ext::sh -c id' }),
    'a host that is an option of SSH': fragment({ remote: '-oProxyCommand=id/team/tides' }),
    'a second remote that is an option of SSH': fragment({ remote2: '-oProxyCommand=id/team/tides' }),
    'a second remote for a helper of git': fragment({ remote2: 'ext::sh -c id/a' }),
    'a second remote with a user': fragment({ remote2: 'ada:token@github.com/team/tides' }),
    'a fifth remote that is an option': fragment({ remote5: '--upload-pack=/a' }),
    'a second remote twice': `${fragment({ remote2: 'a.example/b' })}&remote2=a.example/b`,
    'an empty second remote': fragment({ remote2: '' }),
    'only a second remote': fragment({ remote2: 'a.example/b' }).replace('&remote=', '&x='),
    'cell 0': fragment({ cell: '0' }),
    'a negative cell': fragment({ cell: '-1' }),
    'a cell that is no number': fragment({ cell: '1e3' }),
    'a huge cell': fragment({ cell: '99999999' }),
    'the same cell twice': `${fragment({ cell: '1' })}&cell=1`,
    'a huge text': `${fragment()}&x=${'a'.repeat(2_000)}`,
  };
  for (const [what, text] of Object.entries(others)) it(`refuses ${what}`, () => assertRefused(text));

  function assertRefused(text: string, separator: '/' | '\\' = '/'): void {
    assert.equal(parseEditorLink(text, separator), undefined);
    assert.equal(parseEditorLinkAddress(`${page}#${text}`, separator), undefined);
    assert.equal(parseEditorLinkQuery(queryOf(text), separator), undefined);
  }

  it('refuses addresses and queries that are not of the page', () => {
    const text = fragment();
    for (const address of [
      text,
      `${page}?${text}`,
      `https://broker.example.com/openid#${text}`,
      `javascript:/open#${text}`,
      `command:/open#${text}`,
      `file:///open#${text}`,
      `vscode://roomside.roomside/open#${text}`,
      `${page}#${text} and more`,
      `${page}#${text}\n`.repeat(2),
      `https://${'a'.repeat(5_000)}/open#${text}`,
    ]) {
      assert.equal(parseEditorLinkAddress(address, '/'), undefined, address.slice(0, 60));
    }
    for (const query of [
      '',
      'link=',
      text,
      `link=${text}`,
      `${queryOf(text)}&${queryOf(text)}`,
      `link=${encodeURIComponent(Buffer.from(`${text}???`).toString('base64'))}`,
      `link=${'A'.repeat(10_000)}`,
    ]) {
      assert.equal(parseEditorLinkQuery(query, '/'), undefined, query.slice(0, 60));
    }
  });

  // ROOMSIDE_LINK_RUNS=500000 is the long form.
  it('never throws, and returns only paths that stay in their folder, and names that are no options', function () {
    const numRuns = Number(process.env.ROOMSIDE_LINK_RUNS ?? 2_000);
    this.timeout(60_000 + numRuns);
    const part = fc.constantFrom(
      ...['..', '.', '%2e', '/', '\\', 'a', ':', 'C:', '\u0000', '%', '&', '=', '#', 'NUL', '-o', 'ext::', '@', ' '],
      ...['.git', 'git~1', '\u200c', '\u202e', 'remote2=', 'cell=', 'path=', '%252e', '?', '*', '\n', 'a.example/b'],
    );
    const text = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    const input = fc.record({ path: text, remote2: fc.option(text), cell: fc.option(text), isEncoded: fc.boolean() });
    fc.assert(
      fc.property(input, ({ path, remote2, cell, isEncoded }) => {
        const more = { ...(remote2 !== null && { remote2 }), ...(cell !== null && { cell }) };
        const encode = (value: string): string => (isEncoded ? encodeURIComponent(value.toWellFormed()) : value);
        const values = Object.entries({ path, lines: '1', remote: 'a.example/b', ...more });
        assertSafe(values.map(([name, value]) => `${name}=${encode(value)}`).join('&'));
      }),
      { numRuns },
    );
  });

  function assertSafe(raw: string): void {
    for (const platform of [posix, win32]) {
      const link = parseEditorLink(raw, platform.sep);
      if (link === undefined) continue;
      const root = platform === posix ? '/home/ada/tides' : 'C:\\Users\\ada\\tides';
      const file = platform.resolve(root, link.path);
      assert.ok(file.startsWith(root + platform.sep), raw);
      assert.ok(!link.path.split('/').some((name) => /^\.git$/i.test(name)), raw);
      for (const remote of [link.remote, ...(link.others ?? [])])
        assert.match(remote, /^[a-z0-9][^@\p{Cc}]*\/[^\p{Cc}]+$/u);
      assert.ok(link.cell === undefined || (Number.isSafeInteger(link.cell) && link.cell > 0), raw);
    }
  }
});

describe('editorLinkAddress', () => {
  const lines = [{ startLine: 3, endLine: 7 }];
  const remote = 'github.com/team/tides';

  it('has everything in the fragment, in a readable form', () => {
    const ranges = [...lines, { startLine: 12, endLine: 12 }];
    assert.equal(
      editorLinkAddress(page, { path: 'src/a b.ts', lines: ranges, remote, commit }),
      `${page}#path=src/a%20b.ts&lines=3-7,12&remote=github.com/team/tides&commit=${commit}`,
    );
  });

  it('names more remotes, without which it is still a link where it would be too long with them', () => {
    const others = ['gitlab.com/ada/tides', 'git.example/a b/tides'];
    assert.equal(
      editorLinkAddress(page, { path: 'nb.ipynb', cell: 3, lines, remote, others, commit }),
      `${page}#path=nb.ipynb&cell=3&lines=3-7&remote=${remote}&commit=${commit}&remote2=${others[0]}&remote3=git.example/a%20b/tides`,
    );
    const long = { path: `${'a'.repeat(1_700)}.ts`, lines, remote };
    const without = editorLinkAddress(page, long) ?? assert.fail();
    assert.equal(
      editorLinkAddress(page, { ...long, others: ['a', 'b'].map((name) => `${name}.example/${'c'.repeat(200)}`) }),
      without,
    );
    const many = Array.from({ length: 9 }, (_, index) => `git.example/${index}`);
    assert.equal(
      parseEditorLinkAddress(editorLinkAddress(page, { path: 'a', lines, remote, others: many }) ?? '', '/')?.others
        ?.length,
      4,
    );
  });

  it('can be parsed again for any path, and has no character with a meaning in Markdown', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean(), (names, hasCommit) => {
        const link = { path: names.join('/').toWellFormed(), lines, remote, ...(hasCommit && { commit }) };
        const address = editorLinkAddress(page, link);
        if (address === undefined) return;
        assert.match(address, /^https:\/\/broker\.example\.com\/open#[\w%./&=,~-]+$/);
        assert.deepEqual(parseEditorLinkAddress(address, '/'), link);
      }),
      { numRuns: 2_000 },
    );
  });
});

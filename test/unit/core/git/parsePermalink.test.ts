import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePermalink } from '../../../../src/core/git/parsePermalink.ts';
import { type GitHostKind, gitHostKinds, permalink } from '../../../../src/core/git/permalink.ts';
import { identityOf, parseRemote } from '../../../../src/core/git/remoteUrl.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const hosts = { 'git.test': 'bitbucketServer' };
const remotes: Readonly<Record<GitHostKind, readonly string[]>> = {
  github: ['git@github.com:team/tides'],
  gitlab: ['git@gitlab.com:a/b/tides.git'],
  gitea: ['https://codeberg.org/team/tides'],
  bitbucket: ['git@bitbucket.org:team/tides'],
  bitbucketServer: ['https://git.test/scm/TEAM/tides', 'https://git.test/stash/scm/~ann/tides', 'ssh://git.test/T/r'],
  azure: [
    'https://dev.azure.com/o/My%20P/_git/tides',
    'o@vs-ssh.visualstudio.com:v3/o/p/r',
    'git@ssh.dev.azure.com:v3/o/p/r',
  ],
};

describe('parsePermalink', () => {
  it('finds in 1,500 links what permalink has put there', () => {
    const kind = fc.constantFrom(...gitHostKinds);
    const path = fc.stringMatching(/^(?:[\p{L}\d ._%#?&=+@()'-]{1,12}\/){0,3}[\p{L}\d_%#?&=+-]{1,12}\.md$/u);
    const line = fc.integer({ min: 1, max: 99_999 });
    const isPlain = (text: string): boolean => !text.split('/').some((part) => /^\.{1,2}$|^\.git$/.test(part));
    const place = fc.record({ kind, at: fc.nat(2), path: path.filter(isPlain), start: line, more: fc.nat(50) });
    fc.assert(
      fc.property(place, ({ kind, at, path, start, more }) => {
        const urls = remotes[kind];
        const remote = parseRemote(urls[at % urls.length] ?? '') ?? assert.fail();
        const address = permalink(kind, remote, { commit, path, lines: { start, end: start + more } }) ?? assert.fail();
        const lines = [{ startLine: start, endLine: start + more }];
        assert.deepEqual(parsePermalink(address, hosts), { path, lines, remote: identityOf(remote), commit }, address);
      }),
      { numRuns: 1_500 },
    );
  });

  for (const [address, path, startLine, endLine] of [
    ['https://github.com/o/r/blob/main/src/a.ts', 'src/a.ts', 1, 1],
    ['https://github.com/o/r/blame/main/a.ts?plain=1#L3C2-L7C9', 'a.ts', 3, 7],
    ['https://gitlab.com/g/s/r/-/blob/main/a.ts?ref_type=heads#L3', 'a.ts', 3, 3],
    ['https://codeberg.org/o/r/src/branch/main/a%20b.ts#L3-L4', 'a b.ts', 3, 4],
    ['https://git.test/users/ann/repos/r/browse/a.ts?at=refs%2Fheads%2Fmain#3-4', 'a.ts', 3, 4],
    ['https://dev.azure.com/o/p/_git/r?path=%2Fsrc%2Fa.ts&version=GBmain&line=3&lineEnd=3', 'src/a.ts', 3, 3],
  ] as const) {
    it(`reads a page of a branch: ${address}`, () => {
      const link = parsePermalink(address, hosts);
      assert.deepEqual([link?.path, link?.lines, link?.commit], [path, [{ startLine, endLine }], undefined]);
    });
  }

  it('refuses other pages, unknown hosts, and paths that lead out of the repository', () => {
    for (const address of [
      'https://github.com/o/r/pull/12#L3',
      'https://git.example/o/r/blob/main/a.ts#L3',
      'https://github.com/o/r/blob/main/..%2F..%2Fetc%2Fpasswd#L3',
      'https://github.com/o/r/blob/main/.git/config#L3',
      'https://github.com/o/r/blob/main/%00a#L3',
      'https://dev.azure.com/o/p/_git/r?path=/../a.ts&line=3',
      'file:///o/r/blob/main/a.ts#L3',
    ])
      assert.equal(parsePermalink(address, hosts), undefined, address);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  commitPermalink,
  type GitHostKind,
  gitHostKind,
  gitHostKinds,
  permalink,
} from '../../../../src/core/git/permalink.ts';
import { parseRemote } from '../../../../src/core/git/remoteUrl.ts';
import { checkMarkdown } from '../../../../src/core/markdown/checkMarkdown.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const path = 'src/a b.ts';

function linkOf(
  kind: GitHostKind,
  url: string,
  lines?: { start: number; end: number },
  file = path,
): string | undefined {
  const remote = parseRemote(url) ?? assert.fail(url);
  return permalink(kind, remote, { commit, path: file, ...(lines && { lines }) });
}

describe('permalink', () => {
  const at = { start: 3, end: 7 };
  const azure = `path=/src/a%20b.ts&version=GC${commit}&line=3&lineEnd=8&lineStartColumn=1&lineEndColumn=1`;
  const server = `browse/src/a%20b.ts?at=${commit}#3-7`;
  for (const [kind, url, page, rest] of [
    ['github', 'git@github.com:o/r.git', 'https://github.com/o/r', `/blob/${commit}/src/a%20b.ts#L3-L7`],
    ['gitlab', 'https://gitlab.com/g/s/r.git', 'https://gitlab.com/g/s/r', `/-/blob/${commit}/src/a%20b.ts#L3-7`],
    [
      'bitbucket',
      'https://ann@bitbucket.org/w/r',
      'https://bitbucket.org/w/r',
      `/src/${commit}/src/a%20b.ts#lines-3:7`,
    ],
    ['bitbucketServer', 'ssh://git@h.test:7999/PRJ/r.git', 'https://h.test/projects/PRJ/repos/r/', server],
    ['bitbucketServer', 'https://h.test/stash/scm/~ann/r.git', 'https://h.test/stash/users/ann/repos/r/', server],
    ['azure', 'https://org@dev.azure.com/org/My%20P/_git/r', 'https://dev.azure.com/org/My%20P/_git/r?', azure],
    ['azure', 'git@ssh.dev.azure.com:v3/org/My%20P/r', 'https://dev.azure.com/org/My%20P/_git/r?', azure],
    ['azure', 'org@vs-ssh.visualstudio.com:v3/org/p/r', 'https://org.visualstudio.com/p/_git/r?', azure],
    ['gitea', 'https://codeberg.org/o/r', 'https://codeberg.org/o/r', `/src/commit/${commit}/src/a%20b.ts#L3-L7`],
  ] as const) {
    it(`links to the lines on ${kind} for ${url}`, () => {
      assert.equal(linkOf(kind, url, at), `${page}${rest}${kind === 'azure' ? '&lineStyle=plain&_a=contents' : ''}`);
    });
  }

  it('requests the source view of files that the page would render', () => {
    assert.equal(
      linkOf('github', 'git@github.com:o/r', at, 'README.md'),
      `https://github.com/o/r/blob/${commit}/README.md?plain=1#L3-L7`,
    );
    assert.equal(
      linkOf('github', 'git@github.com:o/r', undefined, 'a.md'),
      `https://github.com/o/r/blob/${commit}/a.md`,
    );
  });

  it('is undefined for a remote of another kind, and for an abbreviated commit', () => {
    assert.equal(linkOf('github', 'https://github.com/o/r/more', at), undefined);
    assert.equal(linkOf('azure', 'https://dev.azure.com/org/project', at), undefined);
    assert.equal(linkOf('bitbucketServer', 'https://git.corp.example/scm/PRJ', at), undefined);
    const remote = parseRemote('git@github.com:o/r') ?? assert.fail();
    for (const id of ['main', '', commit.slice(1), `${commit}#`]) {
      assert.equal(permalink('github', remote, { commit: id, path }), undefined);
    }
  });

  const urls: Readonly<Record<GitHostKind, string>> = {
    github: 'git@github.com:o/r',
    gitlab: 'git@gitlab.com:o/r',
    gitea: 'git@codeberg.org:o/r',
    bitbucket: 'git@bitbucket.org:o/r',
    bitbucketServer: 'https://b.test/scm/o/r',
    azure: 'https://dev.azure.com/o/p/_git/r',
  };
  const kinds = fc.constantFrom(...gitHostKinds);
  const line = fc.integer({ min: 1, max: 1e6 });

  it('contains exactly the lines and the path, for any path', () => {
    fc.assert(
      fc.property(kinds, hostileText, line, line, (kind, name, a, b) => {
        const lines = { start: Math.min(a, b), end: Math.max(a, b) };
        const link = linkOf(kind, urls[kind], lines, `d/${name}x`) ?? assert.fail();
        assert.match(link, /^https:[\w%.~/?#:&=-]+$/);
        const { pathname, search, hash } = new URL(link);
        const file = kind === 'azure' ? /path=([^&]*)/.exec(search)?.[1] : pathname;
        // URLs drop segments for the same and the parent folder.
        if (!/(^|\/)\.{1,2}(\/|$)/.test(`d/${name}x`)) {
          assert.ok(decodeURIComponent(file ?? '').endsWith(`/d/${name.toWellFormed()}x`), link);
        }
        const shown = (kind === 'azure' ? /&line=.*&lineEnd=\d+/.exec(search)?.[0] : hash)?.match(/\d+/g);
        const end = kind === 'azure' ? lines.end + 1 : lines.end;
        assert.deepEqual(shown?.map(Number), lines.start === end ? [lines.start] : [lines.start, end]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is a single link in the Markdown subset, for any path', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, hostileText, async (kind, name) => {
        const link = linkOf(kind, urls[kind], { start: 1, end: 2 }, `d/${name}x`);
        assert.deepEqual(await checkMarkdown(`[x](<${link}>)`), []);
      }),
      manyCases,
    );
  });
});

describe('commitPermalink', () => {
  const pageOf = (kind: GitHostKind, url: string, id = commit) =>
    commitPermalink(kind, parseRemote(url) ?? assert.fail(url), id);

  for (const [kind, url, page] of [
    ['github', 'git@github.com:o/r.git', 'https://github.com/o/r/commit'],
    ['gitlab', 'https://ann:token@gitlab.com/g/s/r.git', 'https://gitlab.com/g/s/r/-/commit'],
    ['gitea', 'https://codeberg.org/o/r', 'https://codeberg.org/o/r/commit'],
    ['bitbucket', 'https://ann@bitbucket.org/w/r.git', 'https://bitbucket.org/w/r/commits'],
    ['bitbucketServer', 'https://h.test/scm/P/r.git', 'https://h.test/projects/P/repos/r/commits'],
    ['azure', 'git@ssh.dev.azure.com:v3/org/p/r', 'https://dev.azure.com/org/p/_git/r/commit'],
  ] as const) {
    it(`leads to the page of the commit on ${kind}`, () => assert.equal(pageOf(kind, url), `${page}/${commit}`));
  }

  it('is undefined for a remote of another kind, and for an abbreviated commit', () => {
    for (const kind of gitHostKinds) assert.equal(pageOf(kind, 'https://h.test/r'), undefined, kind);
    for (const id of ['HEAD', commit.slice(1), `${commit}/..`])
      assert.equal(pageOf('github', 'git@h.test:o/r', id), undefined);
  });
});

describe('gitHostKind', () => {
  it('knows well-known hosts and guesses no other', () => {
    const kindOf = (host: string) => gitHostKind(host, {});
    assert.equal(kindOf('github.com'), 'github');
    assert.equal(kindOf('acme.ghe.com'), 'github');
    assert.equal(kindOf('org.visualstudio.com'), 'azure');
    for (const host of ['github.com.evil.example', 'notgithub.com', 'gitlab.corp.example', 'toString']) {
      assert.equal(kindOf(host), undefined, host);
    }
  });

  it('uses configured kinds, with or without port, and ignores unknown ones', () => {
    const kinds = {
      'Git.corp.example': 'gitlab',
      'b.example:8443': 'bitbucketServer',
      'c.example': 'cvs',
      'github.com': 7,
    };
    const hosts = ['git.corp.example:8080', 'b.example:8443', 'b.example', 'c.example', 'github.com'];
    const found = ['gitlab', 'bitbucketServer', undefined, undefined, 'github'];
    assert.deepEqual(
      hosts.map((host) => gitHostKind(host, kinds)),
      found,
    );
  });
});

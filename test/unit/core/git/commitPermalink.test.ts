import assert from 'node:assert/strict';
import type { GitHostKind } from '../../../../src/core/git/permalink.ts';
import { commitPermalink } from '../../../../src/core/git/permalink.ts';
import { parseRemote } from '../../../../src/core/git/remoteUrl.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const pageOf = (kind: GitHostKind, url: string, id = commit) =>
  commitPermalink(kind, parseRemote(url) ?? assert.fail(url), id);

describe('commitPermalink', () => {
  for (const [kind, url, page] of [
    ['github', 'git@github.com:o/r.git', 'https://github.com/o/r/commit'],
    ['gitlab', 'https://ann:token@gitlab.com/g/s/r.git', 'https://gitlab.com/g/s/r/-/commit'],
    ['gitea', 'https://codeberg.org/o/r', 'https://codeberg.org/o/r/commit'],
    ['bitbucket', 'https://ann@bitbucket.org/w/r.git', 'https://bitbucket.org/w/r/commits'],
    [
      'bitbucketServer',
      'https://git.corp.example/stash/scm/~ann/r.git',
      'https://git.corp.example/stash/users/ann/repos/r/commits',
    ],
    ['azure', 'git@ssh.dev.azure.com:v3/org/My%20Project/r', 'https://dev.azure.com/org/My%20Project/_git/r/commit'],
  ] as const) {
    it(`leads to the page of the commit on ${kind}`, () => {
      assert.equal(pageOf(kind, url), `${page}/${commit}`);
    });
  }

  it('is undefined for a remote of another kind, and for an abbreviated commit', () => {
    for (const kind of ['github', 'bitbucket'] as const)
      assert.equal(pageOf(kind, 'https://h.test/o/r/more'), undefined);
    for (const kind of ['gitlab', 'gitea', 'bitbucketServer', 'azure'] as const) {
      assert.equal(pageOf(kind, 'https://h.test/r'), undefined, kind);
    }
    for (const id of ['HEAD', commit.slice(1), `${commit}/..`])
      assert.equal(pageOf('github', 'git@h.test:o/r', id), undefined);
  });
});

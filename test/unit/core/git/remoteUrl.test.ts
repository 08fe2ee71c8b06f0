import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRemote } from '../../../../src/core/git/remoteUrl.ts';

describe('parseRemote', () => {
  for (const [url, expected] of [
    ['https://github.com/owner/repo.git', 'https github.com owner/repo'],
    ['https://ann:ghp_secret@github.com/owner/repo.git', 'https github.com owner/repo'],
    ['http://git.intra.example:8080/g/s/repo.git', 'http git.intra.example:8080 g/s/repo'],
    ['github.com:owner/repo', 'https github.com owner/repo'],
    ['git@github.com:/owner/repo.git', 'https github.com owner/repo'],
    ['git@[ssh.example.com:2222]:owner/repo.git', 'https ssh.example.com owner/repo'],
    ['ssh://git@git.example.com:7999/~ann/repo.git', 'https git.example.com ~ann/repo'],
    ['git+ssh://git@git.example.com/a/b', 'https git.example.com a/b'],
    ['https://dev.azure.com/org/My%20Project/_git/repo', 'https dev.azure.com org/My Project/_git/repo'],
  ] as const) {
    it(`parses ${url.replace('ghp_secret', '…')}`, () => {
      const remote = parseRemote(url);
      assert.equal(remote && `${remote.scheme} ${remote.host} ${remote.path.join('/')}`, expected);
    });
  }

  it('returns undefined for a path of this computer, and for what is no address', () => {
    for (const url of [
      ...['', '/home/ann/repo', '../repo', 'C:\\repos\\a', 'C:/repos/a', 'file:///home/ann/repo.git', 'https://'],
      ...['https://github.com/', 'https://github.com/%ff/repo', 'git@git hub.com:a/b', 'git@github.com:a/../b'],
      ...['ext::sh -c "x" a:b', 'git@-oProxyCommand=x:a/b'],
    ])
      assert.equal(parseRemote(url), undefined, url);
  });

  it('never returns a user name or password', () => {
    const secrets = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~'), minLength: 4, maxLength: 30 });
    fc.assert(
      fc.property(secrets, secrets, fc.constantFrom('https', 'http', 'ssh'), (user, password, scheme) => {
        const remote = parseRemote(`${scheme}://u${user}:p${password}@h.test/o/r.git`);
        assert.deepEqual(remote, { host: 'h.test', path: ['o', 'r'], scheme: scheme === 'http' ? 'http' : 'https' });
      }),
      { numRuns: 2_000 },
    );
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  chooseRemote,
  identityOf,
  parseRemote,
  type SshHosts,
  sameIdentity,
  sshHostOf,
} from '../../../../src/core/git/remoteUrl.ts';

describe('parseRemote', () => {
  for (const [url, expected] of [
    ['https://github.com/owner/repo.git', 'https github.com owner/repo'],
    ['https://ann:ghp_secret@github.com/owner/repo.git', 'https github.com owner/repo'],
    ['http://git.intra.example:8080/g/s/repo.git', 'http git.intra.example:8080 g/s/repo'],
    ['github.com:owner/repo', 'https github.com owner/repo'],
    ['https://www.github.com/owner/repo', 'https github.com owner/repo'],
    ['https://[2001:db8::1]:8443/owner/repo', 'https [2001:db8::1]:8443 owner/repo'],
    ['git@[2001:DB8:0::1]:owner/repo.git', 'https [2001:db8::1] owner/repo'],
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

const same: Readonly<Record<string, readonly string[]>> = {
  'github.com/team/tides': [
    'https://github.com/team/tides',
    'https://github.com/team/tides.git',
    'https://ada:ghp_token@GitHub.com/Team/Tides.git/',
    'http://github.com/team/tides',
    'git@github.com:team/tides.git',
    'ssh://git@github.com:22/team/tides.git',
    'ssh://git@ssh.github.com:443/team/tides.git',
    'git://github.com/team/tides',
  ],
  'git.corp.example/team/sub/tides': [
    'https://git.corp.example:8443/team/sub/tides.git',
    'ssh://git@git.corp.example:7999/team/sub/tides.git',
  ],
  'git.corp.example/proj/tides': [
    'https://git.corp.example/scm/PROJ/tides.git',
    'ssh://git@git.corp.example:7999/proj/tides.git',
  ],
  'dev.azure.com/org/my project/_git/tides': [
    'https://org@dev.azure.com/org/My%20Project/_git/tides',
    'git@ssh.dev.azure.com:v3/org/My%20Project/tides',
  ],
  'dev.azure.com/org/project/_git/tides': [
    'https://org.visualstudio.com/project/_git/tides',
    'https://org.visualstudio.com/DefaultCollection/Project/_git/tides',
    'org@vs-ssh.visualstudio.com:v3/org/project/tides',
    'git@ssh.dev.azure.com:v3/org/project/tides',
  ],
  'dev.azure.com/org/tides/_git/tides': [
    'https://dev.azure.com/org/_git/tides',
    'https://org.visualstudio.com/_git/tides',
    'git@ssh.dev.azure.com:v3/org/tides/tides',
  ],
};

describe('The identity of a repository', () => {
  const repositoryIdentity = (url: string, hosts?: SshHosts): string | undefined => {
    const remote = parseRemote(url, hosts);
    return remote && identityOf(remote);
  };

  for (const [identity, urls] of Object.entries(same)) {
    it(`is ${identity} for all forms of its address`, () => {
      for (const url of urls) assert.equal(repositoryIdentity(url), identity, url);
    });
  }

  it('never has a user name, password or token', () => {
    for (const url of ['https://ada:secret@a.example/b', 'https://secret@a.example/b', 'secret@a.example:b']) {
      assert.equal(repositoryIdentity(url), 'a.example/b');
    }
  });

  it('is undefined for local paths, other schemes and this computer', () => {
    const local = ['', '/srv/tides.git', 'C:\\tides', 'file:///srv/tides', '../tides', 'http://localhost:3000/a/b'];
    for (const url of [...local, 'git@127.0.0.1:a/b', 'ssh://[::1]/a/b', 'ext::sh -c id', 'ext::sh', 'fd::7']) {
      assert.equal(repositoryIdentity(url), undefined, url);
    }
  });

  it('has the host that SSH connects to, in SSH addresses only', () => {
    const hosts = new Map([['Work', 'GitHub.com']]);
    for (const url of ['git@Work:team/tides.git', 'ssh://git@Work/team/tides', 'Work:team/tides']) {
      assert.equal(repositoryIdentity(url, hosts), 'github.com/team/tides', url);
    }
    assert.equal(repositoryIdentity('https://Work/team/tides', hosts), 'work/team/tides');
    assert.equal(
      repositoryIdentity('git@work443:team/a', new Map([['work443', 'ssh.github.com']])),
      'github.com/team/a',
    );
  });

  it('of an older link is the same under the newer name of its server', () => {
    assert.equal(sameIdentity('org.visualstudio.com/project/_git/tides'), 'dev.azure.com/org/project/_git/tides');
    assert.equal(sameIdentity('github.com/team/tides'), 'github.com/team/tides');
  });
});

describe('sshHostOf', () => {
  it('is the name of an SSH address as it is written, and nothing that a program could read as something else', () => {
    assert.equal(sshHostOf('git@Work-1.example:team/tides'), 'Work-1.example');
    assert.equal(sshHostOf('ssh://git@work:22/team/tides'), 'work');
    const hostile = [
      'ssh://-oProxyCommand=id/a/b',
      'ssh://git@-oProxyCommand=id/a/b',
      '-oProxyCommand=id:a/b',
      'git@-oProxyCommand=id:a/b',
      'git@[-oProxyCommand=id]:a/b',
      'git@$(id):a/b',
      'git@`id`:a/b',
      'git@a;id:a/b',
      'git@a%hb:a/b',
      "git@a'b:a/b",
      'git@a\nb:a/b',
      'ext::sh -c id',
      'ext::sh',
      `git@${'a'.repeat(300)}:a/b`,
    ];
    for (const url of hostile) assert.equal(sshHostOf(url), undefined, url);
    for (const url of ['https://github.com/team/tides', '/srv/tides', 'C:/tides', 'git://a.example/b']) {
      assert.equal(sshHostOf(url), undefined, url);
    }
  });
});

describe('chooseRemote', () => {
  const remotes = ['fork', 'origin', 'origin/nested', 'up'].map((name) => ({ name }));
  for (const [refs, upstream, expected] of [
    [[], 'origin', undefined],
    [['origin/main'], undefined, 'origin'],
    [['fork/main', 'origin/main'], undefined, 'origin'],
    [['fork/main', 'origin/main', 'up/main'], 'up', 'up'],
    [['fork/main'], 'up', 'fork'],
    [['origin/nested/main'], undefined, 'origin/nested'],
    [['origin/feature/#1 ä'], '.', 'origin'],
    [['original/main'], undefined, undefined],
  ] as const) {
    it(`chooses ${expected} for ${refs.join(', ') || 'no branch'} with upstream ${upstream}`, () => {
      assert.equal(chooseRemote(remotes, refs, upstream)?.name, expected);
    });
  }
});

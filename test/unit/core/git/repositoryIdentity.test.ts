import assert from 'node:assert/strict';
import { repositoryIdentity, sameIdentity, sshHostOf } from '../../../../src/core/git/remoteUrl.ts';

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

describe('repositoryIdentity', () => {
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

import assert from 'node:assert/strict';
import { repositoryIdentity } from '../../../../src/core/git/remoteUrl.ts';

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
  'org.visualstudio.com/project/_git/tides': [
    'https://org.visualstudio.com/project/_git/tides',
    'org@vs-ssh.visualstudio.com:v3/org/project/tides',
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

  it('is undefined for local paths and other schemes', () => {
    for (const url of ['', '/srv/tides.git', 'C:\\tides', 'file:///srv/tides', '../tides', 'ext::sh -c id']) {
      assert.equal(repositoryIdentity(url), undefined, url);
    }
  });
});

import assert from 'node:assert/strict';
import { parseRemoteUrls } from '../../../../src/core/git/gitConfig.ts';

describe('parseRemoteUrls', () => {
  it('returns the URLs of remotes only', () => {
    const text = [
      '[core]',
      '\turl = https://not.example/a',
      '[remote "origin"]',
      '\turl = https://github.com/team/tides.git',
      '\tpushurl = "git@github.com:team/tides.git"',
      '\tfetch = +refs/heads/*:refs/remotes/origin/*',
      '[branch "main"]',
      '\turl = https://not.example/b',
      '[REMOTE "up"] # upstream',
      'URL=ssh://git@git.example/team/tides',
    ];
    const urls = [
      'https://github.com/team/tides.git',
      'git@github.com:team/tides.git',
      'ssh://git@git.example/team/tides',
    ];
    assert.deepEqual(parseRemoteUrls(text.join('\n')), urls);
    assert.deepEqual(parseRemoteUrls(text.join('\r\n')), urls);
  });
});

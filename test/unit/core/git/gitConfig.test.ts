import assert from 'node:assert/strict';
import { parseConfigFile, parseConfigOutput, remotesIn } from '../../../../src/core/git/gitConfig.ts';
import { assertLinear } from '../../../support/linearTime.ts';

describe('The remotes of a configuration', () => {
  it('are those of its file, and no other values', () => {
    const text = [
      '[core]',
      '\turl = https://not.example/a',
      '[remote "origin"]',
      '\turl = https://github.com/team/tides.git',
      '\tpushurl = "git@github.com:team/tides.git"',
      '\tfetch = +refs/heads/*:refs/remotes/origin/*',
      '[branch "main"]',
      '\turl = https://not.example/b',
      '[REMOTE "up \\"1\\""] # upstream',
      'URL=ssh://git@git.example/team/tides',
      '[remote "inline"] url = https://git.example/inline',
    ];
    const remotes = [
      { name: 'origin', urls: ['https://github.com/team/tides.git', 'git@github.com:team/tides.git'] },
      { name: 'up "1"', urls: ['ssh://git@git.example/team/tides'] },
      { name: 'inline', urls: ['https://git.example/inline'] },
    ];
    assert.deepEqual(remotesIn(parseConfigFile(text.join('\n'))), remotes);
    assert.deepEqual(remotesIn(parseConfigFile(text.join('\r\n'))), remotes);
  });

  it('have no comment and no quotes, whatever stands in a long line', () => {
    const values = [
      'https://a.example/b # mine',
      '"https://a.example/b" ; mine',
      'https://a.example"/b"#',
      'https://a.example/\\b',
    ];
    for (const value of values) {
      const [remote] = remotesIn(parseConfigFile(`[remote "o"]\nurl = ${value}\n`));
      assert.deepEqual(remote?.urls, ['https://a.example/b'], value);
    }
    for (const part of [' ', '"', '\\', '#', '[a "']) {
      assertLinear((count) => void parseConfigFile(`[a]\nurl = ${part.repeat(count)}x`), 8_000);
    }
  });

  it('have the addresses that rules put in place of others: the longest, and for pushing only where no other is set', () => {
    const output = [
      'remote.origin.url\ntides:team/tides.git',
      'remote.both.url\ntides:team/both.git',
      'remote.both.pushurl\nhttps://push.example/both',
      'url.git@github.com:.insteadof\ntides:',
      'url.git@gitlab.com:group/.insteadof\ntides:team/b',
      'url.ssh://git@push.example/.pushinsteadof\ntides:',
      'url.x.insteadof',
      '',
    ];
    assert.deepEqual(remotesIn(parseConfigOutput(output.join('\0'))), [
      { name: 'origin', urls: ['git@github.com:team/tides.git', 'ssh://git@push.example/team/tides.git'] },
      { name: 'both', urls: ['git@gitlab.com:group/oth.git', 'https://push.example/both'] },
    ]);
  });
});

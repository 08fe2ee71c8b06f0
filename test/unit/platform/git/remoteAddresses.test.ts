import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { remotesIn } from '../../../../src/core/git/gitConfig.ts';
import { createSshNames, remoteAddresses, remoteConfig } from '../../../../src/platform/git/remoteAddresses.ts';
import { gitIn } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('The addresses of remotes', () => {
  const temporary = useTemporaryFolder();

  it('are those that git itself uses after the rules of its configuration', async () => {
    const root = path.join(temporary.path, 'rules');
    mkdirSync(root);
    gitIn(root, 'init', '-q');
    const settings = [
      ['remote.origin.url', 'tides:team/tides.git'],
      ['remote.longer.url', 'tides:team/big/tides.git'],
      ['remote.odd "name".url', 'other:a/b'],
      ['remote.plain.url', 'https://git.example/team/tides'],
      ['url.git@github.com:.insteadOf', 'tides:'],
      ['url.https://git.example/big/.insteadOf', 'tides:team/big/'],
      ['url.git@[::1]:.insteadOf', 'other:'],
    ] as const;
    for (const [name, value] of settings) gitIn(root, 'config', '--add', name, value);
    const remotes = remotesIn(await remoteConfig('git', root));
    assert.equal(remotes.length, 4);
    for (const { name, urls } of remotes) assert.equal(urls[0], gitIn(root, 'ls-remote', '--get-url', name), name);
  });

  it('ask SSH about few names, a few at a time, and about none after the end of the search', async () => {
    const abort = new AbortController();
    let [running, most, count] = [0, 0, 0];
    const nameOf = createSshNames(async (name) => {
      running += 1;
      count += 1;
      most = Math.max(most, running);
      await wait(1);
      running -= 1;
      return name;
    }, abort.signal);
    const urls = Array.from({ length: 2000 }, (_, at) => `git@host${at}:a/b`);
    assert.equal((await remoteAddresses(urls, nameOf)).length, urls.length);
    assert.deepEqual([count, most], [20, 4]);
    abort.abort();
    const late = createSshNames(() => assert.fail('asked'), abort.signal);
    assert.equal(await late('host'), 'host');
  });

  it('have the hosts that SSH connects to, which is asked once for each safe name of an SSH address', async () => {
    const asked: string[] = [];
    const nameOf = createSshNames(async (name) => {
      asked.push(name);
      return name === 'mine' ? 'github.com' : name;
    });
    const urls = [
      ...['git@mine:a/b', 'ssh://git@mine/c/d', 'git@git.example:e/f', 'git@github.com:g/h', 'https://mine/i/j'],
      ...['ssh://-oProxyCommand=id/a/b', 'git@-oProxyCommand=id:a/b', 'git@$(id):a/b', 'ext::sh -c id', '/srv/a', ''],
    ];
    const addresses = await remoteAddresses(urls, nameOf);
    const found = addresses.map(({ host, path }) => [host, ...path].join('/'));
    assert.deepEqual(found, ['github.com/a/b', 'github.com/c/d', 'git.example/e/f', 'github.com/g/h', 'mine/i/j']);
    assert.deepEqual(asked, ['mine', 'git.example']);
  });
});

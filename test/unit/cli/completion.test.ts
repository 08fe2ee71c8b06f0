import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { completions } from '../../../src/cli/completion.ts';
import { useTemporaryFolder } from '../../support/harness/useTemporaryFolder.ts';
import { needs } from '../../support/needs.ts';

const isHere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit']).status === 0;

describe('The completion of the command', () => {
  const folder = useTemporaryFolder();

  function run(shell: string, code: string, ...options: readonly string[]): string {
    writeFileSync(path.join(folder.path, 'script'), completions.get(shell)?.() ?? assert.fail('no script'));
    const { status, stdout, stderr } = spawnSync(shell, [...options, '-c', code], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
    return stdout;
  }

  needs('bash', isHere('bash')).it('has commands and options in bash, and leaves files to it', () => {
    const completed = (...words: readonly string[]) => {
      const asked = `COMP_WORDS=(roomside ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
      return run('bash', `. ./script; ${asked}; _roomside; echo "\${COMPREPLY[@]}"; complete -p roomside`).split('\n');
    };
    const rule = 'complete -o default -F _roomside roomside';
    assert.deepEqual(completed('s'), ['share search', rule, '']);
    assert.deepEqual(completed('share', '--r'), ['--room --reply', rule, '']);
    assert.deepEqual(completed('share', 's'), ['', rule, '']);
  });

  needs('fish', isHere('fish')).it('has commands, options and files in fish', () => {
    mkdirSync(path.join(folder.path, 'shared'));
    const completed = (line: string) =>
      run('fish', `source script; complete -C '${line}'`, '--no-config').match(/^\S+/gm);
    assert.deepEqual(completed('roomside s'), ['search', 'share']);
    assert.deepEqual(completed('roomside share --r'), ['--reply', '--room']);
    assert.deepEqual(completed('roomside share sh'), ['shared/']);
    assert.deepEqual(completed('roomside share --room '), null, 'a title is no file');
  });

  needs('zsh', isHere('zsh')).it('has commands, options and files in zsh', () => {
    // What the completion of zsh gets: it shows its list in an interactive shell only.
    const shown = `_arguments() { print -l "$@"; }; _describe() { print -l "\${(@P)2}"; }`;
    const lines = run('zsh', `${shown}; complete() { . ./script; _roomside_commands; }; complete`, '-f').split('\n');
    assert.deepEqual(lines.slice(0, 2), ['1:command:_roomside_commands', '*:file:_files']);
    assert.ok(lines.includes('(-n --name)--name[The name of the piped data]:NAME: '), lines.join('\n'));
    assert.ok(lines.includes('--json[Print the answer as JSON]'));
    assert.ok(lines.includes('share:Share piped data, files, or lines of a file'));
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { changelogSections } from '../../support/release/changelog.ts';
import { projectRoot, projectText } from './projectFiles.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** Settings and the titles of commands, as the changelog names them. */
function namesOf({ contributes }: Manifest, words: Readonly<Record<string, string>>): readonly string[] {
  const titles = contributes.commands.map(({ title }) => words[title.slice(1, -1)] ?? title);
  return [...titles, ...contributes.configuration.flatMap(({ properties }) => Object.keys(properties))];
}

/** What is new since a release and has no line in the changelog above that release. */
function unnamed(names: readonly string[], released: readonly string[], changelog: string): readonly string[] {
  const [, unreleased = ''] = changelog.split(/^## \[.*$/m);
  return names.filter((name) => !released.includes(name) && !unreleased.includes(name));
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The names at the last release. Undefined before the first, and where the history is not there. */
function releasedNames(): readonly string[] | undefined {
  try {
    const tag = git('describe', '--tags', '--match', 'v*', '--abbrev=0').trim();
    return namesOf(JSON.parse(git('show', `${tag}:package.json`)), JSON.parse(git('show', `${tag}:package.nls.json`)));
  } catch {
    return undefined;
  }
}

describe('the changelog', () => {
  it('names each command and setting that is new since the last release', () => {
    const names = namesOf(JSON.parse(projectText('package.json')), JSON.parse(projectText('package.nls.json')));
    assert.ok(names.length > 50);
    assert.deepEqual(unnamed(names, releasedNames() ?? names, projectText('CHANGELOG.md')), []);
  });

  it('has one short line for each change, and sections that can be read', () => {
    const [unreleased, ...released] = changelogSections(projectText('CHANGELOG.md'));
    assert.equal(unreleased?.name, 'Unreleased');
    assert.ok(released.length > 0);
    const tooLong = (text: string, most: number) => text.split('\n').filter((line) => line.length > most);
    assert.deepEqual(tooLong(unreleased.text, 120), []);
    for (const { name, text } of released) {
      assert.ok(text.split('\n').length <= 40, name);
      assert.deepEqual(tooLong(text, 250), []);
    }
  });
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../support/harness/projectRoot.mjs';
import { projectFiles, projectText } from './projectFiles.ts';

const workflow = projectText('.github/workflows/test.yml');
const { engines } = JSON.parse(projectText('package.json')) as { engines: { node: string } };
const oldestNode = /^>=(\d+)$/.exec(engines.node)?.[1];

describe('the repository', () => {
  it('names one oldest Node for npm in the manifest, the setup, the README and the workflow', () => {
    assert.ok(oldestNode);
    assert.match(projectText('test/support/harness/setup.mjs'), new RegExp(`^const oldestNode = ${oldestNode};$`, 'm'));
    assert.match(projectText('README.md'), new RegExp(`^Node\\.js ${oldestNode} or newer and npm`, 'm'));
    const setUp = projectText('.github/actions/set-up/action.yml');
    assert.match(setUp, new RegExp(`^ +node-version: ${oldestNode}$`, 'm'));
  });

  it('tests the commands of the README on Linux, Windows and macOS', () => {
    for (const os of ['ubuntu', 'windows', 'macos']) assert.match(workflow, new RegExp(`os: \\[.*${os}-latest`));
    const [, block = ''] = /^```sh\n([\s\S]*?)```$/m.exec(projectText('README.md')) ?? [];
    const commands = block
      .trim()
      .split('\n')
      .map((line) => line.split(' #')[0]?.trim() ?? '');
    assert.deepEqual(commands, ['npm start', 'npm test']);
    for (const command of commands) assert.match(workflow, new RegExp(`run: ${command}( |$)`, 'm'));
  });

  it('has a changelog with an unreleased section, and the version of the manifest as the newest release, if any', () => {
    const { version } = JSON.parse(projectText('package.json')) as { version: string };
    const changelog = projectText('CHANGELOG.md');
    const sections = [...changelog.matchAll(/^## \[(.*?)\](?: - (\S+))?$/gm)].map(([, name, date]) => [name, date]);
    const [unreleased, ...releases] = sections;
    assert.deepEqual(unreleased, ['Unreleased', undefined]);
    assert.equal(releases[0]?.[0] ?? version, version);
    // The newest gets its date with its tag.
    for (const [name = '', date = ''] of releases.slice(1)) assert.match(date, /^\d{4}-\d{2}-\d{2}$/, name);
    const kinds = [...changelog.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind);
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    const unknown = kinds.filter((kind) => !known.includes(kind));
    assert.deepEqual(unknown, []);
  });

  it('has the second half of each script that sets up the machine first', () => {
    const halves = projectFiles('test/support/**/*.mjs').flatMap((file) => {
      const [, script] = /runAfterSetup\(new URL\('([^']+)', import\.meta\.url\)\)/.exec(projectText(file)) ?? [];
      return script === undefined ? [] : path.posix.join(path.posix.dirname(file), script);
    });
    assert.ok(halves.length >= 5, halves.join());
    assert.deepEqual(
      halves.filter((half) => !existsSync(path.join(projectRoot, half))),
      [],
    );
  });

  it('names no registry in the lock file', () => {
    assert.deepEqual(projectText('package-lock.json').match(/"resolved": .*/g) ?? [], []);
  });
});

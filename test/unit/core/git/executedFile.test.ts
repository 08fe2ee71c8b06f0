import assert from 'node:assert/strict';
import { isExecutedByTools } from '../../../../src/core/git/executedFiles.ts';

describe('isExecutedByTools', () => {
  it('marks what tools run or read, in any folder and letter case', () => {
    const marked = [
      ...['.vscode/tasks.json', 'web/.VSCode/settings.json', '.github/workflows/ci.yml', '.husky/pre-commit'],
      ...['package.json', 'web/package.json', 'Makefile', 'GNUmakefile', '.envrc', 'my.code-workspace', 'Dockerfile'],
      ...['scripts/run.sh', 'build.gradle.kts', 'vite.config.ts', '.gitattributes', '.gitlab-ci.yml', 'conftest.py'],
      ...['.devcontainer.json', '.cursorrules', 'GEMINI.md', '.eslintrc', '.eslintrc.json', '.mocharc.yml', 'gradlew'],
      ...['composer.json', 'rust/Cargo.toml', 'Cargo.lock', 'package-lock.json', 'pnpm-lock.yaml', 'flake.nix'],
      ...['.buildkite/pipeline.yml', '.env', '.env.local', 'mvnw', 'go.sum', '.clinerules/a.md', '.vimrc'],
      ...[
        'requirements-dev.txt',
        'tsconfig.build.json',
        'fastlane/Fastfile',
        'Directory.Build.props',
        'main.tf',
        'BUILD',
        '.nvim.lua',
      ],
      ...['ansible.cfg', 'Chart.yaml', 'Pulumi.prod.yaml', 'SConstruct', 'build.zig', '.Rprofile', 'docs/conf.py'],
      ...['BUCK', 'conanfile.py', 'tasks.py', 'App.xcscheme', '.gitpod.yml', 'phpstan.neon.dist', 'Brewfile'],
      ...['.npmrc', 'AGENTS.md', '.mcp.json', '.devcontainer/devcontainer.json', 'x.csproj', '.eslintrc.cjs'],
    ];
    for (const path of marked) assert.equal(isExecutedByTools(path), true, path);
  });

  it('does not mark other files', () => {
    for (const path of [
      ...['build/x.ts', 'src/builder.ts', 'environment.ts', 'xgradlew', 'gradle.md.txt', 'src/arc.ts', 'a.env'],
      ...['src/tide.ts', 'README.md', 'mypackage.json', 'package.json.md', 'github/x.yml', 'config.ts', 'lock.ts'],
    ])
      assert.equal(isExecutedByTools(path), false, path);
  });
});

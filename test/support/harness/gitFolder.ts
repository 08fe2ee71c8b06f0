import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Runs git in a folder, without the settings of the machine. */
export function gitIn(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  const allowed = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main', '-c', 'maintenance.auto=false'];
  // Without the sample hooks of git, which are twenty files.
  const quiet = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_TEMPLATE_DIR: '' };
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, ...quiet }, stdio: 'pipe' } as const;
  return execFileSync('git', [...identity, ...allowed, ...args], options).trim();
}

/** Writes files and commits everything in a repository, which is created for its first commit. @returns the full id */
export function commitFiles(root: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(root, { recursive: true });
  gitIn(root, 'init', '-q');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  gitIn(root, 'add', '--all');
  gitIn(root, 'commit', '-q', '--allow-empty', '-m', 'change');
  return gitIn(root, 'rev-parse', 'HEAD');
}

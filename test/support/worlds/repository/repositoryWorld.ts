import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gitIn } from '../../harness/gitFolder.ts';

/** A repository in some state, and what git says about it. */
export interface RepositoryWorld {
  /** An empty folder for other repositories. */
  readonly parent: string;
  /** The folder of the repository; a row may choose another one. */
  root: string;
  /** The repository that VS Code has opened, if it is another one. */
  opened?: string;
  /** A file with lines that are selected, below the root. */
  file: string;
  /** Variables of the process. */
  readonly variables: Record<string, string>;
  git(...args: readonly string[]): string;
  /** Git, which may fail, as a merge with conflicts does. */
  tryGit(...args: readonly string[]): void;
  write(name: string, content: string | Uint8Array): void;
  /** Commits everything. */
  commit(): void;
}

/** A state of a repository, from a public report or document. */
export interface RepositoryRow {
  readonly name: string;
  readonly source: string;
  make(world: RepositoryWorld): void;
}

export const baseFile = 'src/a.txt';

/** Lines that differ, so that git finds them again. */
export function linesOf(name: string, count = 12): string {
  return Array.from({ length: count }, (_, at) => `${name} ${at}\n`).join('');
}

/** A repository with two commits, whose remote has both. */
export function makeTemplate(root: string): void {
  const world = worldAt(root, root);
  mkdirSync(root, { recursive: true });
  world.git('init', '-q');
  world.write(baseFile, linesOf('a'));
  world.write('b.txt', linesOf('b'));
  world.write('gone.txt', linesOf('gone'));
  world.commit();
  world.write('b.txt', `${linesOf('b')}more\n`);
  world.commit();
  world.git('remote', 'add', 'origin', 'https://github.com/team/tides.git');
  world.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}

/** The world of a row, with an edited file and a new one besides what the row makes. */
export function makeWorld(row: RepositoryRow, template: string, parent: string): RepositoryWorld {
  const root = path.join(parent, 'tides');
  cpSync(template, root, { recursive: true });
  const world = worldAt(root, parent);
  row.make(world);
  world.write('b.txt', `${linesOf('b', 3)}edited\n`);
  world.write('new/-file.txt', 'new\n');
  return world;
}

function worldAt(root: string, parent: string): RepositoryWorld {
  const world: RepositoryWorld = {
    ...{ root, parent, file: baseFile, variables: {} },
    git: (...args) => gitIn(world.root, ...args),
    tryGit(...args) {
      try {
        world.git(...args);
      } catch (error) {
        if (!/conflict|could not apply/i.test(String(Reflect.get(Object(error), 'stdout')) + String(error)))
          throw error;
      }
    },
    write(name, content) {
      const file = path.join(world.root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    commit() {
      world.git('add', '--all');
      world.git('commit', '-q', '-m', 'change');
    },
  };
  return world;
}

/** What git would commit of a folder: mode and id of each path. The index stays as it is. */
export function filesByGit(root: string): ReadonlyMap<string, string> {
  const index = path.resolve(root, gitIn(root, 'rev-parse', '--git-path', 'index'));
  const copy = `${index}.copy`;
  if (existsSync(index)) cpSync(index, copy, { preserveTimestamps: true });
  const git = (...args: readonly string[]): string =>
    gitIn(root, '-c', 'advice.addEmbeddedRepo=false', '-c', 'core.splitIndex=false', ...args);
  process.env.GIT_INDEX_FILE = copy;
  try {
    git('add', '--all', '--sparse');
    return treeOf(root, git('write-tree'));
  } finally {
    delete process.env.GIT_INDEX_FILE;
  }
}

/** Mode and id of each path of a tree or commit. */
export function treeOf(root: string, tree: string): ReadonlyMap<string, string> {
  const entries = gitIn(root, 'ls-tree', '-r', '-z', tree).split('\0').filter(Boolean);
  return new Map(entries.map((entry) => entry.split('\t', 2).reverse() as [string, string]));
}

/** The paths that differ. */
export function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gitIn } from '../../harness/gitFolder.ts';

/** A repository in some state, and what git says about it. */
export interface RepositoryWorld {
  /** An empty folder for other repositories. */
  readonly parent: string;
  /** The folder of the repository; a row may choose another one. */
  root: string;
  /** Where git has the objects of the repository. */
  objects: string;
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
    ...{ root, parent, objects: path.join(root, '.git', 'objects'), file: baseFile, variables: {} },
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

/** The files of a folder or of a commit, by the id of their tree. */
export interface Tree {
  readonly root: string;
  readonly id: string;
}

/** What git would commit of a folder, without its index if the index is given that may change. */
export function treeByGit(root: string, index = copyOfIndex(root)): Tree {
  const git = (...args: readonly string[]): string =>
    gitIn(root, '-c', 'advice.addEmbeddedRepo=false', '-c', 'core.splitIndex=false', ...args);
  process.env.GIT_INDEX_FILE = index;
  try {
    git('add', '--all', '--sparse');
    return { root, id: git('write-tree') };
  } finally {
    delete process.env.GIT_INDEX_FILE;
  }
}

function copyOfIndex(root: string): string {
  const usual = path.join(root, '.git');
  const isUsual = statSync(usual).isDirectory();
  const index = isUsual
    ? path.join(usual, 'index')
    : path.resolve(root, gitIn(root, 'rev-parse', '--git-path', 'index'));
  if (existsSync(index)) cpSync(index, `${index}.copy`, { preserveTimestamps: true });
  return `${index}.copy`;
}

/** The checked-out commit, its parents, and those of them that a shallow clone has. */
export interface Head {
  readonly id: string;
  readonly tree: Tree;
  readonly parents: readonly string[];
  readonly ownParents: readonly string[];
}

/** A reference, and the remote whose branch it follows. */
export interface Reference {
  readonly id: string;
  readonly follows: string;
}

/** The references of a repository, by name. */
export function referencesOf({ git }: RepositoryWorld): ReadonlyMap<string, Reference> {
  const lines = git('for-each-ref', '--format=%(refname) %(objectname) %(upstream:remotename)').split('\n');
  const references = lines.filter(Boolean).map((line) => line.split(' '));
  return new Map(references.map(([name = '', id = '', follows = '']) => [name, { id, follows }]));
}

/** Where there is a commit. */
export function headOf({ root, git }: RepositoryWorld): Head {
  const raw = git('rev-list', '--header', '--parents', '-1', 'HEAD');
  const [id = '', ...ownParents] = raw.split('\n', 1)[0]?.split(' ') ?? [];
  const parents = [...raw.matchAll(/^parent (\S+)$/gm)].flatMap(([, parent]) => parent ?? []);
  return { id, tree: { root, id: /^tree (\S+)$/m.exec(raw)?.[1] ?? '' }, parents, ownParents };
}

/** A second clone at a commit, or without one, which reads the objects of the first: the copy of one that is kept for all rows. */
export function cloneAt({ parent, objects }: RepositoryWorld, root: string, commit = ''): void {
  const kept = path.join(path.dirname(parent), `clone ${commit}`);
  if (!existsSync(kept)) {
    mkdirSync(kept);
    gitIn(kept, 'init', '-q', ...(commit.length > 40 ? ['--object-format=sha256'] : []));
    writeFileSync(path.join(kept, '.git', 'objects', 'info', 'alternates'), `${objects}\n`);
    if (commit !== '') gitIn(kept, 'checkout', '-q', '--detach', commit);
  }
  cpSync(kept, root, { recursive: true, verbatimSymlinks: true });
}

/** What git makes of a stash, in another clone at its commit. */
export function stashedIn(world: RepositoryWorld, folder: string, stash: string): Tree {
  const root = path.join(folder, 'tides');
  cloneAt(world, root, world.git('rev-parse', `${stash}^1`));
  gitIn(root, 'stash', 'apply', '-q', stash);
  return treeByGit(root);
}

/** Mode and id of each path of a tree. */
function entriesOf({ root, id }: Tree): ReadonlyMap<string, string> {
  const entries = gitIn(root, 'ls-tree', '-r', '-z', id).split('\0').filter(Boolean);
  return new Map(entries.map((entry) => entry.split('\t', 2).reverse() as [string, string]));
}

/** The paths that differ. */
export function differences(tree: Tree, expected: Tree): readonly string[] {
  if (tree.id === expected.id) return [];
  const [one, other] = [entriesOf(tree), entriesOf(expected)];
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

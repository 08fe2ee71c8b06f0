import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { importedModules } from './importedModules.ts';
import { projectFiles, projectText } from './projectFiles.ts';

/** Folders whose parts import each other without cycles. */
const towers = [
  'src',
  'src/core',
  'src/core/api',
  'src/core/auth',
  'src/core/base',
  'src/core/secrets',
  'src/platform',
  'src/host',
  'src/servers',
  'src/servers/sandbox',
  'src/servers/broker',
];

/** Files directly in a folder. A folder that needs more has parts that can be named. */
const maxFiles = 18;

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Imports between the parts of a folder, types included; a part is a folder or a file directly in it. */
function arrowsIn(folder: string): readonly Arrow[] {
  const partOf = (path: string) => path.slice(folder.length + 1).split('/', 1)[0] ?? '';
  return projectFiles(`${folder}/**/*.ts`).flatMap((path) =>
    importedModules(projectText(path))
      .filter((module) => module.startsWith('.'))
      .map((module) => posix.join(posix.dirname(path), module))
      .filter((target) => target.startsWith(`${folder}/`) && partOf(target) !== partOf(path))
      .map((target) => ({ from: partOf(path), to: partOf(target) })),
  );
}

/** The parts in a cycle: those left after repeatedly removing parts that no other part imports. */
function partsInCycles(arrows: readonly Arrow[]): readonly string[] {
  let left = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))];
  for (;;) {
    const importers = new Set(
      arrows.filter(({ from, to }) => left.includes(from) && left.includes(to)).map(({ from }) => from),
    );
    if (importers.size === left.length) return left;
    left = left.filter((part) => importers.has(part));
  }
}

describe('the folders of', () => {
  for (const folder of towers) {
    it(`${folder} do not import from layers above`, () => {
      const arrows = arrowsIn(folder);
      assert.ok(arrows.length > 5);
      assert.deepEqual(partsInCycles(arrows), []);
    });
  }

  it('src show at a glance: they have few files of their own', () => {
    const counts = new Map<string, number>();
    for (const path of projectFiles('src/**/*.ts')) {
      const folder = posix.dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    assert.ok(counts.size > 30);
    const tooFull = [...counts].filter(([, count]) => count > maxFiles);
    assert.deepEqual(tooFull, []);
  });

  it('are all in the tree of CONTRIBUTING.md', () => {
    const [tree = ''] = /^src\/$[\s\S]*?^test\/$/m.exec(projectText('CONTRIBUTING.md')) ?? [];
    const parents = ['src', 'src/core', 'src/platform', 'src/host', 'src/features'];
    const folders = parents.flatMap((parent) =>
      projectFiles(`${parent}/**/*.ts`).flatMap((path) => {
        const [name = '', inside] = path.slice(parent.length + 1).split('/', 2);
        return inside === undefined ? [] : `${name}/`;
      }),
    );
    const missing = [...new Set(folders)].filter((folder) => !tree.split(/\s+/).includes(folder));
    assert.deepEqual(missing, []);
  });
});

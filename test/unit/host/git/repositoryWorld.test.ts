import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TextDocument, Uri as VscodeUri } from 'vscode';
import { PatchRefusedError } from '../../../../src/core/git/errors.ts';
import { toServiceMarkdown } from '../../../../src/core/markdown/toServiceMarkdown.ts';
import type { SharedBlock } from '../../../../src/core/messages/sharedBlocks.ts';
import { markdownOf, type Shareable } from '../../../../src/features/share/shareable.ts';
import type { SourcePorts } from '../../../../src/features/share/sources/shareSource.ts';
import type { GitApi } from '../../../../src/host/git/gitApi.ts';
import { applyPatch, checkPatch } from '../../../../src/platform/git/patch.ts';
import { Uri, useInWindow, useWorkspaceFolders, workspace } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useGitExtension } from '../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { gitIn } from '../../../support/harness/gitFolder.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../support/harness/temporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';
import {
  cloneAt,
  differences,
  type Head,
  headOf,
  makeTemplate,
  makeWorld,
  type Reference,
  type RepositoryRow,
  type RepositoryWorld,
  referencesOf,
  stashedIn,
  type Tree,
  treeByGit,
} from '../../../support/worlds/repository/repositoryWorld.ts';
import { repositoryRows } from '../../../support/worlds/repository/rows.ts';

const { changesSource } = await withVscode(() => import('../../../../src/features/share/sources/git/changes.ts'));
const { commitSource } = await withVscode(() => import('../../../../src/features/share/sources/git/gitSources.ts'));
const { repositoryLines } = await withVscode(() => import('../../../../src/host/git/repositoryLines.ts'));
const { linesAuthors } = await withVscode(() => import('../../../../src/host/git/linesAuthors.ts'));
const { suggestedText } = await withVscode(() => import('../../../../src/features/reader/blocks/suggestedText.ts'));
const { repositoryOf } = await withVscode(() => import('../../../../src/host/git/repositoryOf.ts'));

/** What a receiver gets, and what the sender reads before Enter. */
interface Shared {
  readonly heading: string;
  readonly patch: string;
  readonly said: string;
}

exceptOnWindows('modes and links').describe('A repository', function () {
  this.timeout(60_000);
  const gitExtension = useGitExtension();
  const notices: string[] = [];
  useInWindow('showQuickPick', () => async (rows: readonly { readonly label: string }[]) => {
    notices.push(...rows.map(({ label }) => label));
  });
  const withFolders = useWorkspaceFolders();
  let folder: TemporaryFolder;
  let count = 0;
  const ports = { active: { get: async () => undefined }, log: new RecordingLog() } as unknown as SourcePorts;

  before(() => {
    folder = createTemporaryFolder();
    makeTemplate(path.join(folder.path, 'template'));
  });
  after(() => folder.remove());
  const newFolder = (): string => {
    count += 1;
    const made = path.join(folder.path, String(count));
    mkdirSync(made);
    return made;
  };
  const worldOf = (row: RepositoryRow) => makeWorld(row, path.join(folder.path, 'template'), newFolder());

  /** The repository as VS Code has it without what the Source Control view knows. */
  async function openedOf(world: RepositoryWorld, references: ReadonlyMap<string, Reference>) {
    const known = await repositoryOf(
      { git: { path: 'git' }, getRepository: () => null } as unknown as GitApi,
      Uri.file(path.join(world.root, 'b.txt')),
    );
    const isLocal = [...references.values()].some(({ follows }) => follows === '.');
    const upstream = isLocal ? { upstream: { remote: '.', name: 'main' }, ahead: 0 } : {};
    const HEAD = { name: 'main', ...known?.state.HEAD, ...upstream };
    return { ...known, rootUri: Uri.file(world.root), state: { HEAD, remotes: [], indexChanges: [] } };
  }

  /** Runs work of the product with the variables of the world. */
  async function inWorld<T>(world: RepositoryWorld, repository: object, work: () => Promise<T>): Promise<T> {
    gitExtension.open({ repositories: [repository], getRepository: () => repository });
    Object.assign(process.env, world.variables);
    notices.length = 0;
    try {
      return await work();
    } finally {
      for (const name of Object.keys(world.variables)) delete process.env[name];
    }
  }

  /** Asks again where git was late, as on a busy machine: then there is no link. */
  async function whenGitIsInTime<T>(ask: (log: RecordingLog) => Promise<T>): Promise<T> {
    const log = new RecordingLog();
    const answer = await ask(log);
    return log.text.includes('no answer in time') ? whenGitIsInTime(ask) : answer;
  }

  const changesOf = (world: RepositoryWorld) => changesSource([{ rootUri: Uri.file(world.root) }], ports);

  /** The patch of what a source offers, with what is staged, and the texts before Enter. */
  async function sharedOf(offered: Shareable | undefined): Promise<Shared> {
    const shareable = (await offered?.alternatives?.find(({ isLeftOut }) => isLeftOut)?.open()) ?? offered;
    const proposal = await shareable?.propose('send', undefined);
    const heading = (proposal && markdownOf(proposal))?.split('\n')[0] ?? '';
    const patch = /`{3,}diff\n([\s\S]*?)`{3,}$/.exec((proposal && markdownOf(proposal)) ?? '')?.[1] ?? '';
    return { heading, patch, said: [...(proposal?.warnings ?? []), ...notices].join('\n') };
  }

  /** What is sent for lines that a message has, whose first one the user changes. */
  async function suggested(block: SharedBlock, root: string): Promise<string> {
    Object.assign(workspace, { findFiles: async () => [] });
    let text = '';
    await withFolders([root], async () => {
      const code = block.code.replace(/^.*/, () => 'suggested');
      text = toServiceMarkdown((await suggestedText(block, code, new RecordingLog())).markdown);
    });
    return text;
  }

  /** Applies a patch in a second clone, where each path must be as in the first, or be named before Enter. */
  async function assertArrives(
    world: RepositoryWorld,
    { patch, said }: Omit<Shared, 'heading'>,
    from: string | undefined,
    expected: Tree,
  ) {
    const other = path.join(newFolder(), 'tides');
    cloneAt(world, other, from);
    const target = { gitPath: 'git', rootFolder: other, folder: other };
    if (patch !== '') {
      const checked = await checkPatch(Buffer.from(patch), target).catch((error: unknown) => {
        // Then nothing arrives.
        assert.ok(error instanceof PatchRefusedError, String(error));
        return undefined;
      });
      if (checked !== undefined) await applyPatch(target, checked);
    }
    const missing = differences(treeByGit(other, path.join(other, '.git', 'index')), expected);
    assert.deepEqual(
      missing.filter((name) => !said.includes(name)),
      [],
      `neither arrives nor is named: ${said}`,
    );
  }

  for (const row of repositoryRows) {
    describe(row.name, () => {
      let world: RepositoryWorld;
      let references: ReadonlyMap<string, Reference>;
      let head: Head | undefined;
      let opened: object;
      let changes: Shareable | undefined;
      before(async () => {
        world = worldOf(row);
        references = referencesOf(world);
        head = references.size > 0 ? headOf(world) : undefined;
        opened = await openedOf(world, references);
        changes = await inWorld(world, opened, () => changesOf(world));
      });

      it('sends all of its changes, or names what is missing', async () => {
        const shared = await inWorld(world, opened, () => sharedOf(changes));
        await assertArrives(world, shared, head?.id, treeByGit(world.root));
      });

      it('sends a commit whole, or says why not', async () => {
        const query = JSON.stringify({ path: path.join(world.root, 'b.txt'), ref: 'HEAD' });
        const commit = Uri.from({ scheme: 'git', path: 'b.txt', query });
        const shared = await inWorld(world, opened, async () => sharedOf(await commitSource([commit], ports)));
        if (head === undefined) return assert.match(shared.said, /has no commits/);
        if (head.parents.length > 0 && head.ownParents.length === 0) return assert.match(shared.said, /shallow clone/);
        return assertArrives(world, shared, head.parents[0], head.tree);
      });

      it('has a link to selected lines exactly where a remote has them', async () => {
        const file = path.join(world.root, existsSync(path.join(world.root, world.file)) ? world.file : 'b.txt');
        const uri: VscodeUri = Uri.file(file);
        const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
        const document = { uri } as TextDocument;
        const lines = await inWorld(world, opened, () =>
          whenGitIsInTime((log) => repositoryLines({ document, text }, [{ startLine: 1, endLine: 1 }], log)),
        );
        const inside = (...args: readonly string[]) => gitIn(path.dirname(file), ...args);
        if (head === undefined) return assert.equal(lines?.committed, undefined);
        const [commit = '', folder = ''] = inside('rev-parse', 'HEAD', '--show-prefix').split('\n');
        const name = `${folder}${path.basename(file)}`;
        const isThere = inside('ls-tree', '--full-tree', 'HEAD', name) !== '';
        const before = isThere
          ? inside('cat-file', 'blob', `HEAD:${name}`)
              .replace(/^\ufeff/, '')
              .replaceAll('\r', '')
          : '';
        const has = before.split('\n')[0] === text.split(/\r?\n/)[0];
        assert.equal(lines?.committed?.commit, has ? commit : undefined);
        const isPushed = has && inside('branch', '--remotes', '--contains', commit) !== '';
        const page = `https://github.com/team/tides/blob/${commit}/${name}#L1`;
        return assert.equal(lines?.committed?.linkTo({ startLine: 1, endLine: 1 }), isPushed ? page : undefined);
      });

      it('sends its branch and its stash whole, from the ends that they name', async () => {
        const isRemote = references.has('refs/remotes/origin/main');
        const base = isRemote ? world.git('merge-base', 'HEAD', 'origin/main') : undefined;
        const stash = references.get('refs/stash')?.id;
        const alternatives = changes?.alternatives?.filter(({ isLeftOut }) => isLeftOut !== true) ?? [];
        if (row.name.includes('hostile')) {
          const labels = alternatives.map(({ label }) => label);
          const stashed = 'Stash: On topic/$ (id)<b>`x`: $ (id) [x] (command:y) **b** (3 files)';
          assert.deepEqual(labels, ['Changes Since origin/main (2 commits, 3 files)', stashed]);
        }
        const [branch, ...stashes] =
          base === undefined || base === head?.id ? [undefined, ...alternatives] : alternatives;
        assert.equal(stashes.length, stash === undefined ? 0 : 1);
        for (const share of [branch, ...stashes]) {
          if (share === undefined || head === undefined) continue;
          const shared = await inWorld(world, opened, async () => sharedOf(await share.open()));
          const from = share === branch ? base : world.git('rev-parse', `${stash}^1`);
          assert.ok(shared.heading.includes(`commit ${from?.slice(0, 10)}`), shared.heading);
          const expected = share === branch ? head.tree : stashedIn(world, newFolder(), stash ?? '');
          await assertArrives(world, shared, from, expected);
        }
      });

      it('suggests a change of shared lines as a patch that applies at their author, or as code', async () => {
        const file = path.join(world.root, world.file);
        if (head === undefined || !existsSync(file)) return;
        const inside = (...args: readonly string[]) => gitIn(path.dirname(file), ...args);
        const [commit = '', below = ''] = inside('rev-parse', 'HEAD', '--show-prefix').split('\n');
        const name = `${below}${path.basename(file)}`;
        const other = path.join(newFolder(), 'tides');
        cloneAt(world, other, commit);
        const target = path.join(other, name);
        const blob = existsSync(target) ? readFileSync(target) : Buffer.alloc(0);
        // As VS Code reads it, and as a message has it.
        const shown = new TextDecoder().decode(blob).replaceAll('\r', '').split('\n').slice(0, 2);
        const origin = { path: world.file, isUntitled: false, startLine: 1, endLine: 2, commit };
        const markdown = await inWorld(world, opened, () =>
          suggested({ language: '', code: shown.join('\n'), origin }, world.root),
        );
        const patch = /`{3,}diff\n([\s\S]*?)`{3,}$/.exec(markdown)?.[1];
        const isPlain =
          isUtf8(blob) && !/^\ufeff|\r/.test(blob.toString()) && lstatSync(target, { throwIfNoEntry: false })?.isFile();
        if (isPlain) assert.ok(patch, markdown);
        if (patch === undefined) return;
        writeFileSync(`${other}.diff`, patch);
        gitIn(other, 'apply', `${other}.diff`);
        const [first = ''] = blob.toString('latin1').split(/\r?\n/);
        assert.equal(
          readFileSync(target, 'latin1'),
          blob.toString('latin1').replace(first, () => 'suggested'),
        );
      });

      it('names the author of committed lines, where the clone knows', async () => {
        const text = readFileSync(path.join(world.root, 'b.txt'), 'utf8').replace(/^/, 'not committed\n');
        const document = { uri: Uri.file(path.join(world.root, 'b.txt')) } as TextDocument;
        const options = { own: async () => undefined, log: new RecordingLog() };
        const lines = [{ startLine: 1, endLine: 3 }];
        const authors = await inWorld(world, opened, () => linesAuthors({ document, text }, lines, options));
        const isAtEdge = head === undefined || (head.parents.length > 0 && head.ownParents.length === 0);
        const ada = { name: 'Ada', email: 'ada@example.com', lineCount: 2, ofCount: 3 };
        // The commit at the edge of a shallow clone has all older lines.
        const isUnknown = isAtEdge || row.name.includes('shallow');
        // A partial clone has what was fetched before.
        if (!row.name.includes('partial')) assert.deepEqual(authors, isUnknown ? [] : [ada]);
      });
    });
  }

  it('starts no program that a repository names when its authors are asked for', async () => {
    const [row] = repositoryRows;
    const world = worldOf(row ?? assert.fail());
    const started = path.join(newFolder(), 'started');
    world.write('.gitattributes', '* filter=x diff=x\n');
    const opened = await openedOf(world, referencesOf(world));
    for (const name of ['filter.x.clean', 'filter.x.smudge', 'diff.x.textconv', 'diff.x.command'])
      world.git('config', name, `touch ${started}; cat`);
    const file = path.join(world.root, 'b.txt');
    const text = `${readFileSync(file, 'utf8')}not committed\n`;
    const document = { uri: Uri.file(file) } as TextDocument;
    const authors = await inWorld(world, opened, () =>
      linesAuthors({ document, text }, [{ startLine: 1, endLine: 2 }], {
        own: async () => undefined,
        log: new RecordingLog(),
      }),
    );
    assert.equal(authors[0]?.lineCount, 2);
    assert.equal(existsSync(started), false);
  });

  it('fails when a change is lost without a word', async () => {
    const [row] = repositoryRows;
    const world = worldOf(row ?? assert.fail());
    const opened = await openedOf(world, referencesOf(world));
    const { patch, said } = await inWorld(world, opened, async () => sharedOf(await changesOf(world)));
    const lossy = { patch: patch.slice(0, patch.lastIndexOf('diff --git ')), said: said.replaceAll('new', '') };
    const lost = assertArrives(world, lossy, headOf(world).id, treeByGit(world.root));
    await assert.rejects(lost, /neither arrives nor is named/);
  });
});

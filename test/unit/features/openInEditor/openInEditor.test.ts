import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { type EditorLink, editorLinkText } from '../../../../src/core/git/editorLink.ts';
import type { RecentPlace } from '../../../../src/features/openInEditor/recentPlaces.ts';
import {
  commands,
  env,
  replaceInWindow,
  Uri,
  useMessages,
  useQuickInputs,
  useWorkspaceFolders,
  workspace,
} from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';

const find = await withVscode(() => import('../../../../src/platform/files/findFiles.ts'));
const { createOpenInEditor } = await withVscode(() => import('../../../../src/features/openInEditor/index.ts'));
const { ErrorReporter } = await withVscode(() => import('../../../../src/host/errors/errorReporter.ts'));
const refused = "This link can't be opened. It is incomplete, or not a link to code in a repository.";
const lines = [{ startLine: 5, endLine: 7 }];
const open = { path: 'src/values.ts', lines, remote: 'github.com/team/open-tides', commit: 'f'.repeat(40) };
const linkText = (changes: Partial<EditorLink> = {}): string => editorLinkText({ ...open, ...changes });
const elsewhere = { remote: 'github.com/team/elsewhere' };
const queryOf = (text: string): string => `link=${Buffer.from(text).toString('base64url')}`;

// The fake has no editor: a test in which a file were opened would fail.
describe('A link to shared code that opens no file', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  const temporary = createTemporaryFolder();
  const inside = (...names: readonly string[]): string => path.join(temporary.path, ...names);
  const root = inside('open-tides');
  let opened: string[] = [];
  let storage = inside('storage');
  let count = 0;

  async function makeClone(folder: string, url: string): Promise<void> {
    await mkdir(path.join(folder, '.git'), { recursive: true });
    await writeFile(path.join(folder, '.git', 'config'), `[remote "origin"]\nurl = ${url}\n`);
  }

  before(async () => {
    await makeClone(root, 'https://ada:ghp_token@github.com/Team/Open-Tides.git');
    await mkdir(path.join(root, 'src'));
    await writeFile(path.join(root, open.path), 'one\n');
    await makeClone(inside('mine'), 'git@github.com:team/elsewhere.git');
    await makeClone(inside('fork'), 'https://github.com/evil/elsewhere');
  });
  beforeEach(() => {
    opened = [];
    count += 1;
    storage = inside(`storage-${count}`);
  });
  after(() => temporary.remove());

  /** The feature of a window, with these recent folders and workspaces. */
  function windowWith(...recent: readonly (string | RecentPlace)[]) {
    const log = new RecordingLog();
    const services = { storage: Uri.file(storage), errors: new ErrorReporter(log), clock: systemClock, log };
    return createOpenInEditor(services, {
      recent: async () =>
        recent.map((place) =>
          typeof place === 'string' ? { uri: Uri.file(inside(place)), folders: [inside(place)] } : place,
        ),
      open: async (uri) => void opened.push(path.basename(uri.fsPath)),
    });
  }

  /** The folder or the workspace whose window gets the link. */
  const handedOver = (): unknown => JSON.parse(readFileSync(path.join(storage, 'openInEditor.json'), 'utf8')).folder;

  const withWorkspaceFolders = useWorkspaceFolders();
  /** Opens a link in a window with its clone and another folder. */
  const openAddress = (address: string): Promise<void> =>
    withWorkspaceFolders([inside('open-tides'), inside('open-secret')], async () =>
      windowWith().commands['roomside.openInEditor'](address),
    );
  const openText = (text: string): Promise<void> => openAddress(`https://broker.example.com/open#${text}`);

  async function assertRefused(text: string, what: string): Promise<void> {
    assert.equal((await messages().next()).text, text, what);
    assert.deepEqual([inputs().openedCount, opened], [0, []], what);
  }

  it('is the initial value of its box when it is on the clipboard, and no other text is', async () => {
    const shown: (string | undefined)[] = [];
    const restore = replaceInWindow('showInputBox', () => async ({ value }: { readonly value?: string }) => {
      shown.push(value);
    });
    const address = `https://broker.example.com/open#${linkText()}`;
    for (const copied of [`${address}\n`, 'a password', `https://broker.example.com/open#`]) {
      Object.assign(env.clipboard, { readText: async () => copied });
      await windowWith().commands['roomside.openInEditor']();
    }
    restore();
    assert.deepEqual(shown, [address, undefined, undefined]);
  });

  it('takes encoded characters literally: decoded once, never twice', async () => {
    await openText(linkText({ path: '%2e%2e/secret.ts' }));
    const missing = "%2e%2e/secret.ts isn't in open-tides. It may be on another branch.";
    await assertRefused(missing, 'an encoded parent folder');
  });

  it('is refused with a path that leads out, and as an argument of another kind', async () => {
    const leadingOut = linkText().replace('path=', 'path=../');
    for (const address of [`https://broker.example.com/open#${leadingOut}`, '', 'command:workbench.action.quit']) {
      await openAddress(address);
      await assertRefused(refused, address);
    }
    const bad = queryOf(leadingOut);
    for (const query of [bad, `${bad}&${bad}`, linkText(), 'token=t', '']) {
      await windowWith().receive(query);
      await assertRefused(refused, query);
    }
  });

  it('does not follow symbolic links out of the clone, not even to other open folders', async () => {
    await mkdir(inside('open-secret'));
    for (const file of ['open-secret/secret.ts', 'outside.ts']) await writeFile(inside(file), 'secret');
    await mkdir(path.join(root, 'links'));
    const links = { 'outside.ts': inside('outside.ts'), folder: temporary.path, sibling: '../../open-secret' };
    for (const [from, to] of Object.entries(links)) await symlink(to, path.join(root, 'links', from));
    for (const file of ['links/outside.ts', 'links/folder/outside.ts', 'links/sibling/secret.ts']) {
      await openText(linkText({ path: file }));
      await assertRefused(`${file} points outside open-tides, so it wasn't opened.`, file);
    }
    await symlink(`../${open.path}`, path.join(root, 'links/inside.ts'));
    const [own] = await find.filesIn([root], 'links/inside.ts', [root]);
    assert.equal(own?.state, 'found', 'a link inside the clone is a file like any other');
  });

  it("does not follow a symbolic link into git's folder", async () => {
    await symlink('.git', path.join(root, 'settings'));
    await openText(linkText({ path: 'settings/config' }));
    await assertRefused("settings/config points outside open-tides, so it wasn't opened.", 'a link');
  });

  it("is asked about for a file that may be only the reader's own", async () => {
    await writeFile(path.join(root, '.env'), 'SECRET=1\n');
    await symlink('../.env', path.join(root, 'src', 'plain.ts'));
    for (const file of ['.env', 'src/plain.ts']) {
      const opening = openText(linkText({ path: file }));
      const question = await messages().next();
      assert.deepEqual([question.text, question.isModal, question.buttons], ['Open .env?', true, ['Open']], file);
      question.answer();
      await opening;
    }
  });

  it('names a file that is missing, and opens no folder', async () => {
    for (const file of ['src/none.ts', 'src', `${open.path}/below.ts`, 'none/none.ts']) {
      await openText(linkText({ path: file }));
      await assertRefused(`${file} isn't in open-tides. It may be on another branch.`, file);
    }
  });

  it('has its file once where two paths of the workspace lead to it', async () => {
    const again = inside('again');
    await symlink(root, again);
    for (const folders of [
      [root, again],
      [again, root],
    ]) {
      const file = path.join(folders[0] ?? '', open.path);
      const found = await find.filesIn(folders, open.path, [inside('gone'), again]);
      assert.deepEqual(found, [{ folder: folders[0], file, state: 'found' }]);
    }
  });

  describe('because its repository is not open', () => {
    it('opens no folder before the user selects one, and lists only clones of the repository', async () => {
      const opening = windowWith('fork', 'mine', 'gone').receive(queryOf(linkText(elsewhere)));
      const question = await inputs().next();
      assert.deepEqual(question.rows, [`mine | ${temporary.path}`, 'Open Folder…']);
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await opening;
      assert.deepEqual([opened, await readdir(storage).catch(() => []), messages().all], [[], [], []]);
    });

    it('opens the selected folder, and gives the link to its window', async () => {
      const opening = windowWith('mine').receive(queryOf(linkText(elsewhere)));
      await (await inputs().next()).choose('mine');
      await opening;
      assert.deepEqual([opened, await readdir(storage)], [['mine'], ['openInEditor.json']]);
      await windowWith().takeHandover();
      assert.deepEqual(await readdir(storage), ['openInEditor.json'], 'it is not for a window of other folders');
      assert.deepEqual(messages().all, []);
    });

    it('opens a recent folder inside the clone or a workspace with it, if they have the file, else the whole clone', async () => {
      await mkdir(inside('mine', 'packages', 'app', 'src'), { recursive: true });
      await mkdir(inside('mine', 'packages', 'other'), { recursive: true });
      await writeFile(inside('all.code-workspace'), '{"folders":[{"path":"mine/packages/app"}]}');
      const text = linkText({ ...elsewhere, path: 'packages/app/src/tide.ts' });
      const workspace = { uri: Uri.file(inside('all.code-workspace')), folders: [inside('mine/packages/app')] };
      for (const [recent, expected] of [
        [{ uri: Uri.file(inside('mine/packages/app')), folders: [inside('mine/packages/app')] }, 'app'],
        [{ uri: Uri.file(inside('mine/packages/other')), folders: [inside('mine/packages/other')] }, 'mine'],
        [workspace, 'all.code-workspace'],
      ] as const) {
        opened = [];
        const opening = windowWith(recent).receive(queryOf(text));
        const question = await inputs().next();
        await question.choose(expected);
        await opening;
        assert.deepEqual(opened, [expected]);
        assert.equal(handedOver(), path.basename(recent.uri.fsPath) === expected ? recent.uri.fsPath : inside('mine'));
      }
    });

    it('offers the clone of which the window has only a part without the file', async () => {
      await mkdir(path.join(root, 'part'));
      await withWorkspaceFolders([path.join(root, 'part')], async () => {
        const opening = windowWith().receive(queryOf(linkText()));
        await (await inputs().next()).choose('open-tides');
        await opening;
      });
      assert.deepEqual([opened, handedOver(), messages().all], [['open-tides'], root, []]);
    });

    it('is not opened from a file that is old, hostile or incomplete', async () => {
      await mkdir(storage);
      const [folder] = workspace.workspaceFolders ?? [];
      const own = { version: 1, folder: folder?.uri.fsPath, link: linkText(), atMs: Date.now() };
      for (const [content, message] of [
        [{ ...own, atMs: Date.now() - 600_000 }, undefined],
        [{ ...own, link: own.link.replace('path=', 'path=../') }, refused],
        [{ ...own, folder: 7 }, undefined],
        ['{"folder":', undefined],
        ['null', undefined],
      ] as const) {
        const json = typeof content === 'string' ? content : JSON.stringify(content);
        await writeFile(path.join(storage, 'openInEditor.json'), json);
        await windowWith().takeHandover();
        if (message !== undefined) await assertRefused(message, json);
        assert.equal(inputs().openedCount, 0, json);
      }
    });

    it('asks only for the latest of two links', async () => {
      const target = windowWith('mine');
      const first = target.receive(queryOf(linkText(elsewhere)));
      await inputs().next();
      const second = target.receive(queryOf(linkText({ ...elsewhere, path: 'src/second.ts' })));
      await first;
      assert.deepEqual(opened, [], 'the first question is closed');
      await (await inputs().next()).choose('mine');
      await second;
      assert.deepEqual(opened, ['mine']);
    });
  });
});

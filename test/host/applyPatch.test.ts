import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commands, TabInputText, window } from 'vscode';
import { offerPatch } from '../../src/host/git/offerPatch.ts';
import { ReadOnlyTexts } from '../../src/host/vscode/readOnlyTexts.ts';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { useAccount } from '../support/host/account.ts';
import { git, openRepository } from '../support/host/gitRepository.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { useWorkspaceFolders } from '../support/host/windowMember.ts';
import { useManualSave } from '../support/host/workspaceFiles.ts';

const change = (file: string): string =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-one\n+two\n`;
const create = (file: string, mode = '100644'): string =>
  `diff --git a/${file} b/${file}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${file}\n@@ -0,0 +1 @@\n+new\n`;
const rename = (from: string, to: string): string =>
  `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;

describe('Applying a patch', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  useManualSave();
  let parent: string;
  let root: string;
  let viewed: number;

  async function createRepository(name: string): Promise<string> {
    const folder = path.join(parent, name);
    await mkdir(path.join(folder, 'src'), { recursive: true });
    await git(folder, 'init', '-q');
    for (const file of ['src/a.txt', 'src/b.txt', 'package.json', 'run']) {
      await writeFile(path.join(folder, file), 'one\n');
    }
    await chmod(path.join(folder, 'run'), 0o755);
    await git(folder, 'add', '-A');
    await git(folder, 'commit', '-qm', 'first');
    await openRepository(folder);
    return folder;
  }

  const texts = new ReadOnlyTexts('roomside-patch');
  const inFolders = useWorkspaceFolders();
  const offer = (patch: string, repository?: string) =>
    offerPatch({ bytes: Buffer.from(patch), repository, texts, view: async () => void viewed++ });
  const read = (file: string, folder = root) => readFile(path.join(folder, file), 'utf8');

  before(async () => {
    parent = await realpath(await mkdtemp(path.join(tmpdir(), 'roomside-patch-')));
    root = await createRepository('harbour');
  });
  beforeEach(() => {
    viewed = 0;
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await git(root, 'reset', '-q', '--hard');
    await git(root, 'clean', '-qfd');
  });
  after(async () => {
    texts.dispose();
    await rm(parent, { recursive: true });
  });

  it('shows counts, then the files with their changes, executable ones first', () =>
    inFolders([root], async () => {
      const patch =
        change('src/a.txt') +
        rename('src/b.txt', 'src/c.txt') +
        create('notes.txt') +
        change('package.json') +
        change('run') +
        create('.vscode/tasks.json') +
        create('tool', '100755');
      const done = offer(patch);
      const question = await messages().next();
      const asked = [question.kind, question.isModal, question.text, question.buttons];
      assert.deepEqual(asked, [
        'warning',
        true,
        `Apply this patch to ${path.basename(root)}?`,
        ['Apply', 'View Patch'],
      ]);
      assert.deepEqual(question.detail?.split('\n'), [
        '7 files · changed: 3 · renamed: 1 · new: 3 · made executable: 1 · +6 −3',
        '',
        '⚠ Marked files can run code or change tools: 4',
        '',
        '⚠ package.json  +1 −1',
        '⚠ run  +1 −1',
        '⚠ .vscode/tasks.json  new, +1 −0',
        '⚠ tool  new, made executable, +1 −0',
        'src/a.txt  +1 −1',
        'src/b.txt => src/c.txt  renamed, +0 −0',
        'notes.txt  new, +1 −0',
      ]);
      question.answer();
      await done;
      assert.equal(await read('src/a.txt'), 'one\n');
    }));

  it('counts the kinds of changes of several files only, and offers to show the changes', () =>
    inFolders([root], async () => {
      const one = offer(create('made.txt'));
      const question = await messages().next();
      assert.equal(question.detail, '1 file · +1 −0\n\nmade.txt  new, +1 −0');
      question.answer();
      await one;
      const done = offer(change('src/a.txt') + create('made.txt'));
      (await messages().next()).answer('Apply');
      const notice = await messages().next();
      assert.deepEqual([notice.text, notice.buttons], ['Applied patch to 2 files', ['Show Changes', 'Undo']]);
      notice.answer('Show Changes');
      await done;
      assert.equal(await read('src/a.txt'), 'two\n');
      assert.match(window.tabGroups.activeTabGroup.activeTab?.label ?? '', /^Patch Changes\b/);
    }));

  it('opens a patch with many files before it asks', () =>
    inFolders([root], async () => {
      const names = Array.from({ length: 13 }, (_, index) => `many/${index}.txt`);
      const done = offer(names.map((name) => create(name)).join(''));
      const notice = await messages().next();
      assert.equal(viewed, 1);
      const told = [notice.isModal, notice.text, notice.buttons];
      assert.deepEqual(told, [false, 'Review the patch before you apply it.', ['Apply…']]);
      notice.answer('Apply…');
      const question = await messages().next();
      assert.match(
        question.detail ?? '',
        /^13 files · new: 13 · \+13 −0\n\nmany\/0\.txt .*many\/11\.txt[^\n]*\n… and 1 more file$/s,
      );
      question.answer('Apply');
      (await messages().next()).answer();
      await done;
      assert.equal(await read('many/12.txt'), 'new\n');
    }));

  it('asks for the repository only if several can apply it and the message names none', async () => {
    const other = await createRepository('lighthouse');
    await inFolders([root, other], async () => {
      const named = offer(change('src/a.txt'), 'lighthouse');
      const question = await messages().next();
      assert.equal(question.text, 'Apply this patch to lighthouse?');
      question.answer();
      await named;
      const unnamed = offer(change('src/a.txt'), 'elsewhere');
      const picker = await inputs().next();
      assert.deepEqual([...picker.rows].sort(), [`harbour | ${root}`, `lighthouse | ${other}`]);
      assert.equal(picker.active, picker.rows[0]?.split(' | ')[0]);
      await picker.choose('lighthouse');
      (await messages().next()).answer('Apply');
      (await messages().next()).answer();
      await unnamed;
      assert.deepEqual([await read('src/a.txt'), await read('src/a.txt', other)], ['one\n', 'two\n']);
    });
  });

  // Signing in uses a browser; on the desktop that would be the user's own.
  if (hasBrowser()) {
    describe('from an attachment', () => {
      let post: (name: string, bytes: Uint8Array) => Promise<string>;
      useAccount();
      before(async () => {
        const sandbox = { origin: process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '', control: sandboxControl };
        const priya = await otherPerson(sandbox, 'priya.raman@example.com');
        post = (name, bytes) => priya.postFile('Code reviews', name, bytes);
      });
      after(() => sandboxControl('DELETE', 'received'));
      const apply = (url: string) => commands.executeCommand('roomside.applyAttachment', { url });

      it('keeps bytes that are not UTF-8, and opens the attachment for viewing', () =>
        inFolders([root], async () => {
          await writeFile(path.join(root, 'src/a.txt'), Buffer.from('gr\xfcn\r\n', 'latin1'));
          const patch = Buffer.from(change('src/a.txt').replace('-one\n+two', '-gr\xfcn\r\n+wei\xdf\r'), 'latin1');
          const done = apply(await post('colour.patch', patch));
          (await messages().next()).answer('View Patch');
          const notice = await messages().next();
          const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
          assert.ok(input instanceof TabInputText, JSON.stringify(input));
          assert.equal(input.uri.scheme, 'roomside-attachment');
          notice.answer('Apply…');
          (await messages().next()).answer('Apply');
          (await messages().next()).answer();
          await done;
          assert.equal(`${await readFile(path.join(root, 'src/a.txt'), 'latin1')}`, 'wei\xdf\r\n');
        }));
    });
  }
});

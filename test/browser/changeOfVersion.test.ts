import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { storageNames } from '../../src/core/base/storage/storedNames.ts';
import { codeServerFolders } from '../support/harness/codeServer.ts';
import { filesBelow } from '../support/harness/filesBelow.ts';
import { installVsix } from '../support/harness/installVsix.ts';
import { type SandboxProcess, startSandbox } from '../support/harness/sandboxProcess.ts';
import { type RunningWorkbench, startWorkbench } from '../support/harness/startWorkbench.ts';
import { createTemporaryFolder } from '../support/harness/temporaryFolder.ts';
import { withVersion } from '../support/harness/temporaryVsix.ts';
import { timingsVariable, writeTimings } from '../support/harness/testTimings.ts';
import { packagedExtension, test, toolCaller } from './fixtures.ts';

const room = 'Code reviews';
const draftRoom = 'Design critique';
const draftText = 'Half a thought, from before the update';
const settings = { 'roomside.message.maxBytes': 7000, 'roomside.share.confirm': 'always' };
/** The one that is released, and the next one of the same code. */
const [released, next] = ['0.9.0', '0.9.1'] as const;

// By its name it runs early: it is the longest, and would keep one of the workers busy alone at the end.
test.describe('A profile that is updated', () => {
  test.describe.configure({ mode: 'serial' });
  const folder = createTemporaryFolder('roomside-update-');
  const packageOf = (version: string): string => path.join(folder.path, `${version}.vsix`);
  let sandbox: SandboxProcess;
  let running: RunningWorkbench;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    const archive = await packagedExtension();
    for (const version of [released, next]) await writeFile(packageOf(version), withVersion(archive, version));
    sandbox = await startSandbox();
    const timingsFile = path.join(folder.path, 'timings.json');
    await writeTimings(timingsFile, { backOffStepsMs: [2_000, 2_000, 2_000, 2_000] });
    const environment = { ...sandbox.environment, [timingsVariable]: timingsFile };
    const extension = { vsix: packageOf(released) };
    running = await startWorkbench({ extension, otherExtensions: [toolCaller], settings, environment });
  });
  test.afterAll(async () => {
    await running?.close();
    await sandbox?.close();
    await folder.remove();
  });

  const stored = (): string =>
    path.join(codeServerFolders(running.runFolder).userData, 'User/globalStorage/roomside.roomside');

  /** Installs a version over the other, as an editor does, and opens the window again. */
  async function change(version: string, whileClosed: () => Promise<void> = async () => undefined): Promise<void> {
    await running.reopen(async () => {
      await installVsix(packageOf(version), running.runFolder);
      await whileClosed();
    });
    const list = path.join(codeServerFolders(running.runFolder).extensions, 'extensions.json');
    const installed = JSON.parse(await readFile(list, 'utf8')) as { identifier: { id: string }; version: string }[];
    const versions = installed.filter(({ identifier }) => identifier.id === 'roomside.roomside');
    const found = versions.map((each) => each.version);
    assert.deepEqual(found, [version]);
  }

  async function expectSignedIn(): Promise<void> {
    const { workbench } = running;
    await workbench.roomsView.open();
    await workbench.roomsView.expectRoom(room);
    await workbench.expectNoNotification(/sign in|session/i);
  }

  async function shareLine(line: number): Promise<void> {
    const { workbench } = running;
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(line, line);
    await workbench.shareSelectionTo(room);
  }

  test('begins with the package in a clean profile, and plays the main job of the README', async () => {
    const { workbench, workspaceFolder } = running;
    await workbench.roomsView.open();
    await workbench.enterSandbox();
    await workbench.roomsView.expectRoom(room);
    await shareLine(2);
    await workbench.statusBar(`to ${room}`);
    const [message] = await sandbox.received();
    const [, second = 'no line'] = (await readFile(path.join(workspaceFolder, 'src/tide.ts'), 'utf8')).split('\n');
    assert.equal(message?.roomTitle, room);
    assert.ok(message.markdown?.includes(second), message.markdown);
  });

  test('keeps the account, drafts, shares and settings, and sends what was waiting', async () => {
    const { workbench, runFolder } = running;
    await workbench.writeTo(draftRoom);
    await workbench.composer.type(draftText);
    await workbench.composer.closeTab();
    await workbench.composer.expectClosed();
    await sandbox.control('DELETE', 'received');
    const post = { method: 'POST', path: '/v1/messages' };
    await sandbox.control('POST', 'faults', { match: post, effect: { kind: 'status', status: 503 } });
    await shareLine(4);
    await workbench.roomsView.open();
    await workbench.recentShares.expand();
    await workbench.recentShares.row('src/tide.ts:4').waitFor();
    const settingsFile = path.join(codeServerFolders(runFolder).userData, 'User/settings.json');
    const before = await readFile(settingsFile, 'utf8');

    await change(next, async () => void (await sandbox.control('DELETE', 'faults')));
    await expectSignedIn();
    await workbench.recentShares.expand();
    await workbench.recentShares.row(`src/tide.ts:2, ${room}, sent`).waitFor();
    await workbench.until(async () => (await sandbox.received()).length > 0, 90_000);
    await workbench.recentShares.row(`src/tide.ts:4, ${room}, sent`).waitFor();
    assert.equal((await sandbox.received()).length, 1, 'once');
    await workbench.runCommand('Roomside: Open Draft…');
    await workbench.input.pickOption(draftRoom);
    await workbench.composer.expectText(draftText);
    await workbench.composer.closeTab();
    assert.equal(await readFile(settingsFile, 'utf8'), before);
  });

  test('goes back with what the next version has stored, names what it cannot read, and keeps it', async () => {
    const { workbench } = running;
    const files = await filesBelow(stored());
    const draft = files.find((file) => file.endsWith('.draft.json')) ?? assert.fail(files.join());
    const outbox = path.join(stored(), storageNames.outbox);
    const [share = ''] = (await readdir(outbox)).filter((name) => name.endsWith(storageNames.shareRecord));
    // Each file of an account has its name.
    const [account = ''] = (await readdir(path.join(stored(), 'rooms'))).filter((name) => /^[^.]+\.json$/.test(name));
    const watches = path.join(stored(), 'watch', account);
    /** A format that this version does not know. */
    const future = async (file: string): Promise<string> => {
      const text = JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), version: 2, added: 'by the next' });
      await writeFile(file, text);
      return text;
    };
    const written = new Map<string, string>();
    await change(released, async () => {
      for (const file of [draft, path.join(outbox, share)]) written.set(file, await future(file));
      written.set(watches, '{"version":2,"rooms":[]}');
      await mkdir(path.dirname(watches), { recursive: true });
      await writeFile(watches, '{"version":2,"rooms":[]}');
    });
    await workbench.toast('A newer version of Roomside stored your watched rooms. They are kept');
    await expectSignedIn();
    await workbench.recentShares.expand();
    await workbench.recentShares.row('Unreadable share').waitFor();
    await workbench.page.getByText('from a newer version of Roomside').first().waitFor();
    await workbench.runCommand('Roomside: Open Draft…');
    await workbench.input.pickDescribed('Unreadable draft', 'from a newer version of Roomside');
    for (const [file, text] of written) assert.equal(await readFile(file, 'utf8'), text, file);
  });
});

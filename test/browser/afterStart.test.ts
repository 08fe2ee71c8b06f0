import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { killAfterEnter } from '../support/harness/killAfterEnter.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
/** The time after which a share of a killed window is recovered. */
const recoveryMs = 60_000;

/** The time after which a list is complete. */
const shownMs = 3_000;

test.describe('A window with the Explorer in front, before any view of Roomside was opened', () => {
  // The name of this file is the first, so that it gets the window that a worker opens for its first file.
  const session = useWorkbench({}, { isNewWindow: true });
  test.beforeAll(({ workbench, sandbox }) => workbench.signIn(sandbox));

  test('offers Share Problem among the quick fixes', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.editor.open('tide.ts');
    await workbench.runCommand('Test: Report a Problem');
    await page.locator('.squiggly-error').first().waitFor();
    await workbench.editor.selectLines(1, 1);
    const fixes = page.locator('.action-widget', { hasText: 'Share Problem to Room…' });
    // The shortcut has no effect while the editor still requests the fixes of the previous line.
    await workbench.until(async () => {
      await page.keyboard.press('ControlOrMeta+.');
      return fixes.waitFor({ timeout: shownMs }).then(
        () => true,
        () => false,
      );
    });
    await page.keyboard.press('Escape');
  });

  test('shares the first command of a terminal', async ({ workbench, sandbox }) => {
    await workbench.runCommand('Terminal: Create New Terminal');
    const { page } = workbench;
    await page.locator('.terminal-wrapper.active .xterm-helper-textarea').waitFor({ state: 'attached' });
    // The decorations of shell integration appear beside the prompt once it works.
    await page.locator('.terminal-command-decoration').first().waitFor({ timeout: recoveryMs });
    // VS Code delays output that arrives together with the start marker of a command.
    await page.keyboard.type('sleep 1; echo first tide\n');
    await page.locator('.terminal-command-decoration:not(.default)').first().waitFor();
    await workbench.shareTo(room, 'Share Last Command', () =>
      workbench.runCommand('Roomside: Share Last Command to Room…'),
    );
    await workbench.until(async () => (await sandbox.received()).length === 1);
    const [message] = await sandbox.received();
    assert.match(message?.markdown ?? '', /\$ sleep 1; echo first tide\nfirst tide/);
  });

  test('lists every command in the Command Palette', async ({ workbench }) => {
    const { page, input } = workbench;
    for (const title of [
      'Filter Rooms…',
      'Mark All Rooms as Read',
      'Undo Share',
      'Sign Out',
      'Share Last Command to Room…',
    ]) {
      await page.keyboard.press('F1');
      await input.fill(`>Roomside: ${title}`);
      await input.option(`Roomside: ${title}`).waitFor();
      await input.cancel();
    }
  });

  test('sends what was confirmed before its extension host was killed, each once', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    const names = ['killed-1.txt', 'killed-2.txt', 'killed-3.txt'];
    for (const name of names) await writeFile(path.join(workspaceFolder, name), `${name}\n`);
    const post = { method: 'POST', path: '/v1/messages' };
    // Long enough for the kill, and not longer after several tries.
    const effect = { kind: 'status', status: 503, headers: { 'retry-after': '20' } };
    await sandbox.control('POST', 'faults', { match: post, times: 1, effect });
    const host = await workbench.extensionHostId();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 2);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
    await workbench.statusBar('1 share waiting');
    await workbench.explorer.open();
    await workbench.toLastStep(room, 'Share File', () => workbench.explorer.contextMenu(names, 'Share File to Room…'));
    const { wasConfirmed } = await killAfterEnter(workbench.page, host, 'closed');
    assert.equal(wasConfirmed, true);
    const texts = async () => (await sandbox.received()).flatMap(({ markdown }) => markdown ?? []);
    assert.deepEqual(await texts(), []);
    await workbench.reload();
    await workbench.explorer.open();
    await workbench.until(async () => (await sandbox.received()).length > names.length, recoveryMs);
    const arrived = await sandbox.received();
    assert.match((await texts()).join(), /line 2/);
    assert.deepEqual(arrived.flatMap(({ files }) => files.map(({ name }) => name)).sort(), names);
    assert.equal(arrived.length, names.length + 1);
  });
});

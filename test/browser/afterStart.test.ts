import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
/** The time after which a share of a killed window is recovered. */
const recoveryMs = 60_000;

test.describe('A window with the Explorer in front, before any view of Roomside was opened', () => {
  // The name of this file is the first, so that it gets the window that a worker opens for its first file.
  useWorkbench({}, { isNewWindow: true });
  test.beforeAll(({ workbench, sandbox }) => workbench.signIn(sandbox));

  test('shares the first command of a terminal, and undoes it by the Command Palette', async ({
    workbench,
    sandbox,
  }) => {
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
    await workbench.runCommand('Roomside: Undo Share');
    await workbench.statusBar('Deleted');
  });
});

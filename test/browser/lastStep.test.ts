import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { test, useWorkbench } from './fixtures.ts';
import { seriousFindings } from './pages/seriousFindings.ts';

const room = 'Code reviews';
const token = `ghp_${new SecretSource(21).base62(36)}`;

test.describe('The last step of a share', () => {
  const session = useWorkbench();
  const shareSelection = () => session().workbench.runCommand('Roomside: Share Selection to Room…');

  test('shows the message as the room will show it, below itself, and brings back the editor', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.signIn(sandbox);
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 24);
    await shareSelection();
    await workbench.input.findOption(room);
    await workbench.input.expectTitle('Share Selection → Code reviews (2/2)');
    await workbench.composer.preview().locator('pre', { hasText: 'Constituent' }).waitFor();
    await workbench.picture('last-step-without-comment');
    await workbench.input.fill('Is *this* right?');
    const page = workbench.composer.preview();
    await page.getByRole('heading', { name: `To: ${room} · group room, 5 people` }).waitFor();
    await page.locator('em', { hasText: 'this' }).waitFor();
    assert.deepEqual(await seriousFindings(page.locator('em')), []);
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
      [853, 533],
    ] as const) {
      await workbench.page.setViewportSize({ width, height });
      await workbench.picture(`last-step-${width}`);
      const step = await workbench.page.locator('.quick-input-widget').boundingBox();
      const heading = await page.getByRole('heading').boundingBox();
      assert.ok((heading?.y ?? 0) >= (step?.y ?? 0) + (step?.height ?? 0), `${width}: ${heading?.y} ${step?.height}`);
    }
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    await workbench.page.keyboard.press('Alt+PageDown');
    await workbench.page.keyboard.press('Enter');
    await workbench.statusBar(`Shared src/tide.ts:2–23 to ${room}`);
    await workbench.editor.expectActive('tide.ts');
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.editor.expectPosition(/^Ln 25/);
  });

  test('masks a secret before anything is sent, and goes back with Escape without losing the comment', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    // An existing file: VS Code may find a new one only after a while.
    await writeFile(path.join(workspaceFolder, 'scripts/harvest.py'), `port = 3000\ntoken = "${token}"\n`);
    await workbench.editor.open('harvest.py');
    await workbench.editor.selectLines(1, 2);
    await shareSelection();
    await workbench.input.findOption('Incidents');
    await workbench.input.expectTitle('Share Selection → Incidents (2/2)');
    await workbench.input.expectActive('Mask 1 Secret');
    await workbench.input.fill('Which one?');
    await workbench.input.expectText('Line 2: GitHub token (ghp_');
    await workbench.composer.preview().locator('pre', { hasText: token }).waitFor();
    await workbench.picture('last-step-secret');
    await workbench.page.keyboard.press('Escape');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.acceptActive('Mask 1 Secret');
    await workbench.composer.preview().locator('pre', { hasText: 'MASKED' }).waitFor();
    await workbench.picture('last-step-masked');
    await workbench.input.acceptActive(`Send Masked to ${room}`);
    await workbench.statusBar(`Shared scripts/harvest.py:1–2 to ${room}`);
    const [message] = await sandbox.received();
    assert.match(message?.markdown ?? '', /^Which one\?\n\n.*\nport = 3000\ntoken = "MASKED"\n/s);
  });
});

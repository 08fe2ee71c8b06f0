import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { test, useWorkbench } from './fixtures.ts';
import { approveSignIn } from './pages/approveSignIn.ts';
import { seriousFindings } from './pages/seriousFindings.ts';

const room = 'Code reviews';
const token = `ghp_${new SecretSource(21).base62(36)}`;

test.describe('Sharing selected code', () => {
  const session = useWorkbench();
  const shareSelection = () => session().workbench.runCommand('Roomside: Share Selection to Room…');
  const source = (file: string) => readFile(path.join(session().workspaceFolder, file), 'utf8');

  test('copies the message from the context menu without a sign-in', async ({ workbench }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(15, 15);
    await workbench.editor.contextMenuOn('const radians', 'Share to Room', 'Copy as Message');
    await workbench.statusBar('Copied as message');
    const line = (await source('src/tide.ts')).split('\n')[14];
    assert.equal(await workbench.clipboard(), `**src/tide.ts** · line 15 · TypeScript\n\n\`\`\`ts\n${line}\n\`\`\``);
  });

  test('shares by the key what was selected, after a sign-in on the way', async ({ workbench, sandbox }) => {
    const shareByKey = async (): Promise<void> => {
      await workbench.page.keyboard.press('Control+K');
      await workbench.page.keyboard.press('Control+Enter');
    };
    await workbench.editor.open('server.ts');
    await shareByKey();
    await workbench.input.acceptActive('Select the code to share first.');
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 2);
    await shareByKey();
    await workbench.input.expectTitle('Sign In');
    const page = await workbench.nextPage(() => workbench.input.pickOption('The Sandbox'));
    await approveSignIn(page);
    await page.close();
    await workbench.page.bringToFront();
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.statusBar(`Shared src/tide.ts:2 to ${room}`);
    const [message] = await sandbox.received();
    assert.match(message?.markdown ?? '', /^\*\*src\/tide\.ts\*\* · line 2 · /);
  });

  test('shows the exact text until a late page is drawn, which takes its place', async ({ workbench }) => {
    const { page } = workbench;
    const opening = Promise.withResolvers<void>();
    const pages = '**/webview/browser/pre/index*.html*';
    await page.route(pages, async (route) => {
      await opening.promise;
      await route.continue();
    });
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 2);
    await workbench.toConfirmation(room, 'Share Selection', shareSelection);
    await workbench.editor.expectActive('Message Preview.md');
    await workbench.input.fill('Late');
    await page.locator('.editor-group-container.active .view-line', { hasText: 'Late' }).waitFor();
    opening.resolve();
    await workbench.composer.preview().locator('article', { hasText: 'Late' }).waitFor();
    await page.unroute(pages);
    await page.getByRole('tab', { name: 'Message Preview.md' }).waitFor({ state: 'hidden' });
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.statusBar(`Shared src/tide.ts:2 to ${room}`);
    await workbench.editor.expectActive('tide.ts');
  });

  test('shows the message as the room will show it, below itself, and brings back the editor', async ({
    workbench,
  }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 24);
    await shareSelection();
    await workbench.input.findOption(room);
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.composer.preview().locator('pre', { hasText: 'Constituent' }).waitFor();
    await workbench.picture('last-step-without-comment');
    await workbench.input.fill('Is *this* right?');
    const page = workbench.composer.preview();
    await workbench.input.expectText('group room, 5 people');
    await page.locator('em', { hasText: 'this' }).waitFor();
    assert.deepEqual(await seriousFindings(page.locator('em')), []);
    for (const [width, height] of [
      [1280, 800],
      [853, 533],
    ] as const) {
      await workbench.page.setViewportSize({ width, height });
      await workbench.picture(`last-step-${width}`);
      const step = await workbench.page.locator('.quick-input-widget').boundingBox();
      const heading = await page.locator('article').boundingBox();
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

  test('masks a secret before anything is sent, and goes back by Escape and its button without losing the comment', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    // An existing file: VS Code may find a new one only after a while.
    await writeFile(path.join(workspaceFolder, 'scripts/harvest.py'), `port = 3000\ntoken = "${token}"\n`);
    await workbench.editor.open('harvest.py');
    await workbench.editor.selectLines(1, 2);
    await shareSelection();
    await workbench.input.findOption('Incidents');
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.expectActive('Mask 1 Secret');
    await workbench.input.fill('Which one?');
    await workbench.input.expectText('scripts/harvest.py:2: GitHub token (ghp_');
    const code = workbench.composer.preview().locator('pre', { hasText: token });
    await code.waitFor();
    await workbench.picture('last-step-secret');
    await workbench.page.setViewportSize({ width: 853, height: 533 });
    await workbench.picture('last-step-secret-853');
    assert.equal(await code.evaluate(({ scrollLeft }) => scrollLeft), 0, 'the secret begins in sight');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    for (const goBack of [() => workbench.page.keyboard.press('Escape'), () => workbench.input.goBack()]) {
      await goBack();
      await workbench.input.expectTitle('Share Selection (1/2)');
      await workbench.input.findOption(room);
      await workbench.input.expectTitle(`Share Selection (2/2)`);
    }
    await workbench.input.acceptActive('Mask 1 Secret');
    await workbench.composer.preview().locator('pre', { hasText: 'MASKED' }).waitFor();
    await workbench.picture('last-step-masked');
    await workbench.input.acceptActive(`Send Masked to ${room}`);
    await workbench.statusBar(`Shared scripts/harvest.py:1–2 to ${room}`);
    const [message] = await sandbox.received();
    assert.match(message?.markdown ?? '', /^Which one\?\n\n.*\nport = 3000\ntoken = "MASKED"\n/s);
  });

  test('shares each selection from the context menu below the comment, although Enter follows its last key, with an undo', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLinesApart('export interface Constituent', 'const radians');
    await workbench.editor.contextMenuOn('const radians', 'Share to Room', 'Share Selection to Room…');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.expectTitle(`Share Selection (2/2)`);
    await workbench.picture('share-selection-confirm');
    await workbench.input.fill('Which of these *two* is right?');
    // At once: the filter of the list must not receive the key.
    await workbench.input.accept();
    const shared = `Shared src/tide.ts:2, 15 to ${room}`;
    await workbench.statusBar(shared);
    const [message] = await sandbox.received();
    const shown = message?.markdown ?? '';
    assert.match(shown, /^Which of these \*two\* is right\?\n\n\*\*src\/tide\.ts\*\* · lines 2, 15 · /);
    await workbench.page.locator('.statusbar-item', { hasText: shared }).click();
    await workbench.statusBar(`Deleted src/tide.ts:2, 15 from ${room}`);
    const counts = (await sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>;
    assert.equal(counts['DELETE /v1/messages/:id'], 1);
  });
});

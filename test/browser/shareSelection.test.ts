import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, useWorkbench } from './fixtures.ts';
import { approveSignIn } from './pages/approveSignIn.ts';

const room = 'Code reviews';

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
    await workbench.toast('Select the code to share first.');
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

  test('shares from the context menu, keeps the comment when Back leads to another room, and can be undone', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.editor.open('server.ts');
    await workbench.editor.selectLines(11, 12);
    await workbench.editor.contextMenuOn('response.writeHead(404', 'Share to Room', 'Share Selection to Room…');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption('Incidents');
    await workbench.input.expectTitle('Share Selection → Incidents (2/2)');
    await workbench.input.fill('For review');
    await workbench.composer.preview().locator('p', { hasText: 'For review' }).waitFor();
    await workbench.picture('share-selection-confirm');
    await workbench.input.goBack();
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.acceptActive(`Send to ${room}`);
    const shared = `Shared src/server.ts:11–12 to ${room}`;
    await workbench.statusBar(shared);
    const lines = (await source('src/server.ts')).split('\n').slice(10, 12);
    const code = lines.map((line) => line.slice(4)).join('\n');
    const markdown = `For review\n\n**src/server.ts** · lines 11–12 · TypeScript\n\n\`\`\`ts\n${code}\n\`\`\``;
    assert.deepEqual(
      (await sandbox.received()).map((message) => [message.roomTitle, message.markdown]),
      [[room, markdown]],
    );
    await workbench.page.locator('.statusbar-item', { hasText: shared }).click();
    await workbench.statusBar(`Deleted src/server.ts:11–12 from ${room}`);
    const counts = (await sandbox.control('GET', 'counts')) as Readonly<Record<string, number>>;
    assert.equal(counts['DELETE /v1/messages/:id'], 1);
  });

  test('sends each selection below the comment, although Enter follows its last key', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLinesApart('export interface Constituent', 'const radians');
    await shareSelection();
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.expectTitle(`Share Selection → ${room} (2/2)`);
    await workbench.input.fill('Which of these *two* is right?');
    // At once: the filter of the list must not receive the key.
    await workbench.input.accept();
    await workbench.statusBar(`Shared src/tide.ts:2, 15 to ${room}`);
    const [message] = await sandbox.received();
    assert.match(
      message?.markdown ?? '',
      /^Which of these \*two\* is right\?\n\n\*\*src\/tide\.ts\*\* · lines 2, 15 · /,
    );
  });
});

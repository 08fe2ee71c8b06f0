import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
const rule = '─'.repeat(40);
/** With Windows line endings, and code fences of two lengths. */
const page = 'docs/release.md';

test.describe('Sharing selected code', () => {
  const session = useWorkbench({}, { isNewWindow: true });
  const shareSelection = () => session().workbench.runCommand('Roomside: Share Selection to Room…');
  const source = (file: string) => readFile(path.join(session().workspaceFolder, file), 'utf8');

  async function theOneReceived() {
    const messages = await session().sandbox.received();
    assert.equal(messages.length, 1, `the service received ${messages.length} messages`);
    return messages[0] ?? assert.fail();
  }

  test('copies the message without a sign-in', async ({ workbench }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(15, 15);
    await workbench.editor.contextMenuOn('const radians', 'Share to Room', 'Copy as Message');
    await workbench.statusBar('Copied as message');
    const line = (await source('src/tide.ts')).split('\n')[14];
    assert.equal(await workbench.clipboard(), `**src/tide.ts** · line 15 · TypeScript\n\n\`\`\`ts\n${line}\n\`\`\``);
  });

  test('asks for a sign-in before any other question', async ({ workbench, sandbox }) => {
    await shareSelection();
    assert.equal(await workbench.toast(/Sign in/), 'Sign in to Roomside first.');
    await workbench.notificationAction('Sign in to Roomside first.', 'Sign In');
    await workbench.input.expectTitle('Sign In');
    await workbench.input.cancel();
    assert.deepEqual(await sandbox.received(), []);
  });

  test('asks for a selection if there is none, and sends nothing', async ({ workbench, sandbox }) => {
    await workbench.enterSandbox();
    await workbench.editor.open('server.ts');
    await shareSelection();
    assert.equal(await workbench.toast(/Select/), 'Select the code to share first.');
    await workbench.clearNotifications();
    assert.deepEqual(await sandbox.received(), []);
  });

  test('sends fences and Windows line endings byte for byte, as in the preview', async ({ workbench }) => {
    await workbench.editor.open('release.md');
    await workbench.editor.selectAll();
    let preview = '';
    await workbench.shareTo(room, 'Share Selection', shareSelection, async () => {
      assert.ok((await workbench.input.texts()).some((text) => text.includes('The code contains ``` fences')));
      await workbench.screenshot('share-selection-confirm');
      await workbench.editor.copyAllOf('Message Preview.md');
      await workbench.until(async () => (await workbench.clipboard()).startsWith('To: '));
      // A document has one kind of line ending, so the preview cannot show both.
      preview = (await workbench.clipboard()).replaceAll('\r\n', '\n');
    });
    await workbench.statusBar(`Shared ${page}:1–24 to ${room}`);
    const { markdown = '', roomTitle, personEmail } = await theOneReceived();
    const text = await source(page);
    assert.match(text, /````markdown\r\n[\s\S]*```ts\r\n/);
    assert.equal(markdown, `**docs/release.md** · lines 1–24 · Markdown\n\n\`\`\`\`\`md\n${text}\`\`\`\`\``);
    assert.equal(roomTitle, room);
    assert.equal(personEmail, 'ada.park@example.com');
    const [head = '', below] = preview.split(`${rule}\n`);
    assert.ok(head.startsWith(`To: ${room}\nSize: `), head);
    assert.equal(below, markdown.replaceAll('\r\n', '\n'));
  });

  test('shares from the context menu of the selection, without common indentation', async ({ workbench }) => {
    await workbench.editor.open('server.ts');
    await workbench.editor.selectLines(11, 12);
    await workbench.shareTo(room, 'Share Selection', () =>
      workbench.editor.contextMenuOn('response.writeHead(404', 'Share to Room', 'Share Selection to Room…'),
    );
    await workbench.statusBar(`Shared src/server.ts:11–12 to ${room}`);
    const lines = (await source('src/server.ts')).split('\n').slice(10, 12);
    const { markdown } = await theOneReceived();
    assert.equal(
      markdown,
      `**src/server.ts** · lines 11–12 · TypeScript\n\n\`\`\`ts\n${lines.map((line) => line.slice(4)).join('\n')}\n\`\`\``,
    );
  });

  test('sends each selection with its own line numbers, below the comment', async ({ workbench }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLinesApart('export interface Constituent', 'const radians');
    await shareSelection();
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.fill('Which of these *two* is right?');
    // At once: the filter of the list must not receive the key.
    await workbench.input.accept();
    await workbench.statusBar(`Shared src/tide.ts:2, 15 to ${room}`);
    const lines = (await source('src/tide.ts')).split('\n');
    const { markdown } = await theOneReceived();
    assert.equal(
      markdown,
      [
        'Which of these *two* is right?',
        '**src/tide.ts** · lines 2, 15 · TypeScript',
        'line 2',
        `\`\`\`ts\n${lines[1]}\n\`\`\``,
        '⋯ 12 lines not shown',
        'line 15',
        `\`\`\`ts\n${lines[14]}\n\`\`\``,
      ].join('\n\n'),
    );
  });

  test('offers a file instead of a message that is too long', async () => {
    const { workbench, workspaceFolder } = session();
    const text = Array.from({ length: 200 }, (_, line) => `- line ${line} of a list that is far too long`).join('\n');
    // An existing file: VS Code may find a new one only after a while.
    await writeFile(path.join(workspaceFolder, 'web/clock.css'), text);
    await workbench.editor.open('clock.css');
    await workbench.editor.selectAll();
    await shareSelection();
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.option('Send as File Instead').waitFor();
    const rows = await workbench.input.labels();
    assert.ok(
      rows.every((label) => !label.includes('Send to')),
      rows.join(', '),
    );
    assert.match(
      (await workbench.input.texts())[0] ?? '',
      /Send as File Instead.*200 lines · 8(\.\d)? kB \(limit: 7\.3 kB\)/s,
    );
    await workbench.screenshot('share-selection-too-long');
    await workbench.editor.copyAllOf('Message Preview.md');
    await workbench.until(async () => (await workbench.clipboard()).includes('- line 199 of a list'));
    await workbench.input.acceptActive('Send as File Instead');
    await workbench.statusBar(`Shared clock.1-200.css to ${room}`);
    const { files, markdown } = await theOneReceived();
    assert.equal(markdown, undefined);
    assert.deepEqual(
      files.map(({ name, byteLength }) => ({ name, byteLength })),
      [{ name: 'clock.1-200.css', byteLength: text.length }],
    );
  });

  test('returns from the last step to the rooms, and keeps the comment', async ({ workbench, sandbox }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    await shareSelection();
    await workbench.input.findOption('Incidents');
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.fill('For review');
    await workbench.page.locator('.view-line', { hasText: /For.review/ }).waitFor();
    await workbench.input.goBack();
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.until(async () => (await sandbox.received()).length > 0);
    const { markdown, roomTitle } = await theOneReceived();
    assert.equal(roomTitle, room);
    assert.match(markdown ?? '', /^For review\n\n\*\*src\/tide\.ts\*\*/);
  });

  test('sends nothing after cancelling at the last step, and closes the preview', async ({ workbench, sandbox }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(2, 3);
    await shareSelection();
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.option(`Send to ${room}`).waitFor();
    await workbench.input.cancel();
    await workbench.page.getByRole('tab', { name: 'Message Preview.md' }).waitFor({ state: 'detached' });
    assert.deepEqual(await sandbox.received(), []);
  });
});

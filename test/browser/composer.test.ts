import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { seriousFindings } from './pages/seriousFindings.ts';

const room = 'Code reviews';

/** Copies an image of this size, like a screenshot. @returns the bytes that a paste receives, in hexadecimal */
const copyPicture = (width: number, height: number): string => `(async () => {
  const canvas = new OffscreenCanvas(${width}, ${height});
  const context = canvas.getContext('2d');
  context.fillStyle = 'teal';
  context.fillRect(0, 0, ${width}, ${height} / 2);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  const [item] = await navigator.clipboard.read();
  const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
})()`;

test.describe('Writing messages and pasting images', () => {
  const session = useWorkbench();

  /** Copies in the window, which needs the focus for it. */
  const copy = (script: string): Promise<string> =>
    session().workbench.page.evaluate<string>(`(async () => {
      window.focus();
      while (!document.hasFocus()) await new Promise(requestAnimationFrame);
      return ${script};
    })()`);

  test.beforeAll(({ workbench, sandbox }) => workbench.signIn(sandbox));

  /** Until then, a preview has the focus that the clipboard needs. */
  const untilPreviewClosed = () => session().workbench.page.locator('iframe.webview').waitFor({ state: 'detached' });

  test('completes a mention, previews the draft as the room shows it, and sends exactly that text', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.writeTo(room);
    await workbench.composer.expectHint('+Enter sends');
    await workbench.composer.preview().getByText('Nothing to preview yet.').waitFor();
    await workbench.picture('composer-empty');
    await workbench.composer.type('Hello @Pri');
    await workbench.composer.complete('Priya Raman');
    await workbench.composer.expectText('Hello <@personEmail:priya');
    const rest = [
      ', look at **this**\nbefore lunch:',
      '# Plan',
      '```ts\nconst a = 1;\n```',
      '> so **be** it',
      '- `one`',
    ];
    await workbench.composer.write(rest.join('\n\n'));
    const preview = workbench.composer.preview();
    await preview.locator('main .mention', { hasText: '@Priya Raman' }).waitFor();
    await preview.locator('main strong', { hasText: 'this' }).waitFor();
    await preview.locator('main pre code', { hasText: 'const a = 1;' }).waitFor();
    await preview.locator('main br').first().waitFor({ state: 'attached' });
    await preview.locator('main blockquote').waitFor();
    await preview.getByRole('heading', { name: `To: ${room}` }).waitFor();
    await preview.locator('p.facts', { hasText: `Visible to everyone in “${room}” · 5 people` }).waitFor();
    await preview.locator('p.facts', { hasText: /^\d+ bytes? \(limit: 7\.3 KB\)$/ }).waitFor();
    await workbench.statusBar(/Code reviews · \d+ bytes? \(limit: 7\.3 KB\)/);
    await workbench.picture('composer');
    const main = preview.locator('main');
    // As a confirmation has them, which a change of the theme would close.
    const warnings = '<p class="warning">A warning</p><p><span class="hidden">U+202E</span></p>';
    await main.evaluate((page, html) => page.insertAdjacentHTML('beforeend', html), warnings);
    await workbench.inEveryTheme(async (theme) => assert.deepEqual(await seriousFindings(main, theme), [], theme));
    // At once: VS Code has not saved the last key yet.
    await workbench.composer.write('\n\n');
    await workbench.composer.type('To the last key');
    await workbench.composer.sendByKeys();
    await workbench.statusBar(`Shared your message to ${room}`);
    await workbench.expectNoNotification(/save|changed|message/i);
    const [message] = await sandbox.received();
    const [first = '', ...others] = rest;
    const sent = `Hello <@personEmail:priya.raman@example.com|Priya Raman>${first.replace('\n', '  \n')}`;
    const arrived = [message?.roomTitle, message?.markdown];
    assert.deepEqual(arrived, [room, [sent, ...others, 'To the last key'].join('\n\n')]);
    await untilPreviewClosed();
  });

  test('shares an image that is pasted into a draft as a file, and keeps the draft', async ({ workbench, sandbox }) => {
    const { page, input, composer } = workbench;
    const bytes = Buffer.from(await copy(copyPicture(64, 48)), 'hex');
    await workbench.writeTo(room);
    await composer.write('See the picture: ');
    await page.keyboard.press('ControlOrMeta+V');
    await input.option(`Send to ${room}`).waitFor();
    await workbench.picture('image-pasted-into-message');
    await input.acceptActive(`Send to ${room}`);
    await workbench.statusBar(/Shared clipboard-.*\.png to Code reviews/);
    const [message] = await sandbox.received();
    const hashes = message?.files.map(({ sha256 }) => sha256);
    assert.deepEqual(hashes, [createHash('sha256').update(bytes).digest('hex')]);
    await composer.expectText('See the picture: ');
    await composer.press('Discard Draft');
    await workbench.answerDialog('Discard');
    await composer.expectClosed();
    await untilPreviewClosed();
  });

  test('completes people in the field of a room, and shares an image that is pasted there', async ({
    workbench,
    sandbox,
  }) => {
    const { page, input } = workbench;
    const reader = new Reader(page);
    await workbench.readRoom(room);
    await reader.frame.locator('article:focus').waitFor();
    await reader.pressKey('w', reader.field.and(reader.frame.locator(':focus')));
    await page.keyboard.type('Hello @pri');
    await reader.frame.getByRole('option', { name: 'Priya Raman', selected: true }).waitFor();
    await workbench.picture('reader-people');
    await page.keyboard.press('Enter');
    const typed = 'Hello <@personEmail:priya.raman@example.com|Priya Raman> ';
    await workbench.until(async () => (await reader.field.inputValue()) === typed);
    const bytes = Buffer.from(await copy(copyPicture(64, 48)), 'hex');
    await reader.field.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await input.acceptActive(`Send to ${room}`);
    await workbench.until(async () => (await sandbox.received()).length > 0);
    const [message] = await sandbox.received();
    const [file] = message?.files ?? [];
    assert.match(file?.name ?? '', /^clipboard-\d{4}-\d\d-\d\d-\d{6}\.png$/);
    assert.equal(file?.sha256, createHash('sha256').update(bytes).digest('hex'));
    // What other commands send is in the open room at once.
    await reader.frame.locator('.fileName', { hasText: file?.name ?? '' }).waitFor();
    assert.equal(await reader.field.inputValue(), typed);
  });

  test('adds selections of two files to one message by keys, with the focus in the code', async ({
    workbench,
    sandbox,
  }) => {
    const { page, editor, input, composer } = workbench;
    const add = async (file: string, line: number): Promise<void> => {
      await editor.open(file);
      await editor.selectLines(line, line);
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+Shift+Enter');
    };
    await add('tide.ts', 15);
    await input.expectTitle('Add Selection to Message');
    await input.findOption(room);
    await workbench.statusBar(`Added to the message to ${room}`);
    await editor.expectActive('tide.ts');
    await add('server.ts', 3);
    await workbench.runCommand('View: Focus Right Editor Group');
    await composer.expectText('src/server.ts');
    await workbench.picture('composer-selections');
    await composer.sendByKeys();
    await workbench.until(async () => (await sandbox.received()).length === 1);
    const [sent] = await sandbox.received();
    assert.match(
      sent?.markdown ?? '',
      /^\*\*src\/tide\.ts\*\* · line 15 .*\n\n```ts\nconst radians.*\n```\n\n\*\*src\/server\.ts\*\* · line 3 /,
    );
    await workbench.runCommand('View: Close All Editors');
    // What was typed in the room is kept: its draft would otherwise open later, in the window of the next tests.
    await composer.expectText('Hello <@personEmail:');
  });
});

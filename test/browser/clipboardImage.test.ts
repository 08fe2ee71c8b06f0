import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, useWorkbench } from './fixtures.ts';
import { PasteBox } from './pages/pasteBox.ts';

const room = 'Code reviews';
const command = 'Roomside: Share Image from Clipboard…';

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
const copyText = `navigator.clipboard.writeText('no picture')`;

test.describe('Images from the clipboard', () => {
  const session = useWorkbench();
  let box: PasteBox;

  /** Copies in the window, which needs the focus for it. */
  const copy = (script: string): Promise<string> =>
    session().workbench.page.evaluate<string>(`(async () => {
      window.focus();
      while (!document.hasFocus()) await new Promise(requestAnimationFrame);
      return ${script};
    })()`);

  test.beforeAll(async ({ workbench, sandbox }) => {
    box = new PasteBox(workbench.page);
    await workbench.signIn(sandbox);
  });

  test('shares an image that is pasted into a draft as a file, and keeps the draft', async ({ workbench, sandbox }) => {
    const { page, input, composer } = workbench;
    const bytes = Buffer.from(await copy(copyPicture(64, 48)), 'hex');
    await workbench.runCommand('Roomside: Send Message…');
    await input.findOption(room);
    await composer.expectOpen(room);
    await composer.write('See the picture: ');
    await page.keyboard.press('ControlOrMeta+V');
    await input.option(`Send to ${room}`).waitFor();
    await workbench.picture('image-pasted-into-message');
    await input.acceptActive(`Send to ${room}`);
    await workbench.statusBar(/Shared clipboard-.*\.png to Code reviews/);
    const [message] = await sandbox.received();
    assert.deepEqual(
      message?.files.map(({ sha256 }) => sha256),
      [createHash('sha256').update(bytes).digest('hex')],
    );
    await composer.expectText('See the picture: ');
    await composer.press('Discard Draft');
    await workbench.answerDialog('Discard');
    await composer.expectClosed();
    // The preview closes afterwards. Until then it has the focus that the clipboard needs.
    await page.locator('iframe.webview').waitFor({ state: 'detached' });
  });

  test('pastes by keys, replaces the previous image, and shares exactly the one it shows', async ({
    workbench,
    sandbox,
  }) => {
    await copy(copyText);
    await workbench.runCommand(command);
    await box.paste();
    await box.frame.getByText('There is no image on the clipboard. Copy one, then paste it here.').waitFor();
    await copy(copyPicture(10, 10));
    await box.paste();
    await box.facts.filter({ hasText: '10 × 10 pixels' }).waitFor();
    const bytes = Buffer.from(await copy(copyPicture(320, 200)), 'hex');
    await box.press('Paste');
    const facts = /^clipboard-\d{4}-\d\d-\d\d-\d{6}\.png · 320 × 200 pixels · /;
    await box.facts.filter({ hasText: facts }).waitFor();
    await workbench.picture('paste-box');
    await workbench.shareTo(
      room,
      'Share Image from Clipboard',
      () => box.press('Share…'),
      () => workbench.picture('paste-box-confirm'),
    );
    await box.expectClosed();
    await workbench.until(async () => (await sandbox.received()).length > 0);
    const [message] = await sandbox.received();
    const [file] = message?.files ?? [];
    assert.match(file?.name ?? '', /^clipboard-\d{4}-\d\d-\d\d-\d{6}\.png$/);
    assert.equal(file?.mediaType, 'image/png');
    assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
    assert.equal(message?.roomTitle, room);
  });
});

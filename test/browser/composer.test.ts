import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';
import { seriousFindingsWithoutScripts } from './pages/seriousFindings.ts';
import { themes } from './pages/workbench.ts';

const room = 'Code reviews';

test.describe('Writing a message', () => {
  const session = useWorkbench();

  test.beforeAll(async ({ workbench }) => {
    await workbench.enterSandbox();
  });

  async function begin(): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand('Roomside: Send Message…');
    await workbench.input.expectTitle('Send Message');
    await workbench.input.findOption(room);
    await workbench.composer.expectOpen(room);
  }

  test('previews the draft as the room shows it, and sends exactly that text', async ({ workbench, sandbox }) => {
    await begin();
    await workbench.composer.expectHint('+Enter sends');
    await workbench.screenshot('composer-empty');
    await workbench.composer.write('Look at **this**\nbefore lunch:\n\n```ts\nconst a = 1;\n```\n');
    const preview = workbench.composer.preview();
    await preview.locator('main strong', { hasText: 'this' }).waitFor();
    await preview.locator('main pre code', { hasText: 'const a = 1;' }).waitFor();
    await preview.locator('main br').waitFor({ state: 'attached' });
    // Waits instead of reading: the page is replaced when the text changes.
    await preview.getByRole('heading', { name: `To: ${room}` }).waitFor();
    await preview.locator('header p', { hasText: `Visible to everyone in “${room}” · 5 people` }).waitFor();
    await preview.locator('header p', { hasText: /^56 bytes? of 7\.3 kB$/ }).waitFor();
    await workbench.statusBar(/Code reviews · \d+ bytes? of 7\.3 kB/);
    await workbench.screenshot('composer-dark');
    await workbench.composer.send();
    await workbench.statusBar(`Shared Message to ${room}`);
    const [message] = await sandbox.received();
    assert.equal(message?.markdown, 'Look at **this**  \nbefore lunch:\n\n```ts\nconst a = 1;\n```');
    assert.equal(message?.roomTitle, room);
  });

  test('sends the whole text without a question when Send follows the last key, repeatedly', async () => {
    test.setTimeout(180_000);
    const { workbench, sandbox } = session();
    const texts = Array.from({ length: 4 }, (_, round) => `Round ${round}: to the last key`);
    for (const [round, text] of texts.entries()) {
      await begin();
      await workbench.composer.type(text);
      await (round % 2 === 0 ? workbench.composer.send() : workbench.composer.sendByKeys());
      await workbench.until(async () => (await sandbox.received()).length > round);
      await workbench.expectNoNotification(/save|changed|message/i);
    }
    assert.deepEqual(
      (await sandbox.received()).map(({ markdown }) => markdown),
      texts,
    );
  });

  test('keeps the text after a reload and after closing the tab', async ({ workbench, sandbox }) => {
    await begin();
    await workbench.composer.write('Half a thought');
    await workbench.composer.expectText('Half a thought');
    await workbench.reloadByCommand();
    await workbench.composer.expectText('Half a thought', 60_000);
    await workbench.runCommand('View: Close All Editors');
    await workbench.composer.expectClosed();
    await workbench.runCommand('Roomside: Open Draft…');
    await workbench.input.expectTitle('Open Draft');
    await workbench.input.pickOption(room);
    await workbench.composer.expectText('Half a thought');
    await workbench.composer.press('Discard Draft');
    assert.match(await workbench.answerDialog('Discard'), /Discard the draft for “Code reviews”\?/);
    await workbench.composer.expectClosed();
    assert.deepEqual(await sandbox.received(), []);
  });

  test('saves without a question when the tab is closed right after the last key', async ({ workbench, sandbox }) => {
    await begin();
    await workbench.composer.type('Closed at once, to the last key');
    await workbench.composer.closeTab();
    await workbench.composer.expectClosed();
    await begin();
    await workbench.composer.expectText('Closed at once, to the last key');
    await workbench.composer.sendByKeys();
    await workbench.until(async () => (await sandbox.received()).length > 0);
    assert.equal((await sandbox.received())[0]?.markdown, 'Closed at once, to the last key');
  });

  test('completes a mention from a typed name', async ({ workbench, sandbox }) => {
    await begin();
    await workbench.composer.type('Hello @Pri');
    await workbench.composer.complete('Priya Raman');
    await workbench.composer.expectText('Hello <@personEmail:priya');
    await workbench.composer.write(', look:\n\n# Plan\n\n```ts\nconst a = 1;\n```\n\n> so **be** it\n\n- `one`\n- two');
    await workbench.composer.preview().locator('.mention', { hasText: '@Priya Raman' }).waitFor();
    await workbench.composer.preview().locator('blockquote').waitFor();
    for (const theme of themes) {
      await workbench.useTheme(theme);
      assert.deepEqual(
        await seriousFindingsWithoutScripts(workbench.composer.preview().locator('main'), theme),
        [],
        theme,
      );
      await workbench.screenshot(`composer-${theme.toLowerCase().replaceAll(' ', '-')}`);
    }
    await workbench.composer.send();
    await workbench.statusBar(`Shared Message to ${room}`);
    const [message] = await sandbox.received();
    assert.equal(
      message?.markdown,
      'Hello <@personEmail:priya.raman@example.com|Priya Raman>, look:\n\n# Plan\n\n```ts\nconst a = 1;\n```\n\n> so **be** it\n\n- `one`  \n- two',
    );
  });

  test('edits the exact text of a share before sending', async ({ workbench, sandbox }) => {
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(15, 15);
    await workbench.runCommand('Roomside: Share Selection to Room…');
    await workbench.input.expectTitle('Share Selection (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.expectTitle('Share Selection (2/2)');
    await workbench.input.pickOption('Edit…');
    await workbench.composer.expectOpen(room);
    await workbench.composer.write('\n\nIs this right?');
    await workbench.screenshot('composer-edit');
    await workbench.composer.send();
    await workbench.statusBar('Shared src/tide.ts:15 to Code reviews');
    const [message] = await sandbox.received();
    assert.match(
      message?.markdown ?? '',
      /^\*\*src\/tide\.ts\*\* · line 15 · TypeScript\n\n```ts\n.*\n```\n\nIs this right\?$/,
    );
  });
});

import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';
import { seriousFindings } from './pages/seriousFindings.ts';

const room = 'Code reviews';

test.describe('Writing a message', () => {
  const session = useWorkbench();

  test.beforeAll(async ({ workbench, sandbox }) => {
    await workbench.signIn(sandbox);
  });

  async function begin(): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand('Roomside: Send Message…');
    await workbench.input.expectTitle('Send Message');
    await workbench.input.findOption(room);
    await workbench.composer.expectOpen(room);
  }

  test('completes a mention, previews the draft as the room shows it, and sends exactly that text', async ({
    workbench,
    sandbox,
  }) => {
    await begin();
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
    assert.deepEqual(await seriousFindings(preview.locator('main')), []);
    await workbench.composer.send();
    await workbench.statusBar(`Shared your message to ${room}`);
    const [message] = await sandbox.received();
    const [first = '', ...others] = rest;
    const sent = `Hello <@personEmail:priya.raman@example.com|Priya Raman>${first.replace('\n', '  \n')}`;
    assert.deepEqual([message?.roomTitle, message?.markdown], [room, [sent, ...others].join('\n\n')]);
  });

  test('sends the whole text without a question when the keys follow the last one, repeatedly', async ({
    workbench,
    sandbox,
  }) => {
    const texts = ['Round 1: to the last key', 'Round 2: to the last key'];
    for (const [round, text] of texts.entries()) {
      await begin();
      await workbench.composer.type(text);
      await workbench.composer.sendByKeys();
      await workbench.until(async () => (await sandbox.received()).length > round);
      await workbench.expectNoNotification(/save|changed|message/i);
    }
    const sent = (await sandbox.received()).map(({ markdown }) => markdown);
    assert.deepEqual(sent, texts);
  });

  test('keeps the text when its tab is closed right after the last key', async ({ workbench, sandbox }) => {
    await begin();
    await workbench.composer.type('Half a thought, to the last key');
    await workbench.composer.closeTab();
    await workbench.composer.expectClosed();
    await workbench.runCommand('Roomside: Open Draft…');
    await workbench.input.expectTitle('Open Draft');
    await workbench.input.pickOption(room);
    await workbench.composer.expectText('Half a thought, to the last key');
    await workbench.composer.press('Discard Draft');
    assert.match(await workbench.answerDialog('Discard'), /Discard the draft for “Code reviews”\?/);
    await workbench.composer.expectClosed();
    assert.deepEqual(await sandbox.received(), []);
  });
});

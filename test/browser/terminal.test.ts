import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Design critique';
const title = 'Share from the Terminal (2/2)';

test.describe('The command in a terminal', () => {
  const session = useWorkbench({}, { isNewWindow: true });
  test.beforeAll(({ workbench, sandbox }) => workbench.signIn(sandbox));

  /** Types a line into the terminal, whose result is written to files. */
  async function type(line: string): Promise<void> {
    const { page } = session().workbench;
    await page.keyboard.type(`rm -f exit.txt; ${line} > out.txt 2> err.txt; echo $? > exit.txt`);
    await page.keyboard.press('Enter');
  }

  async function result(): Promise<{ readonly exit: string; readonly out: string; readonly err: string }> {
    const { workbench, workspaceFolder } = session();
    const file = (name: string): string => path.join(workspaceFolder, name);
    await workbench.until(
      async () => existsSync(file('exit.txt')) && (await readFile(file('exit.txt'), 'utf8')) !== '',
    );
    const [exit = '', out = '', err = ''] = await Promise.all(
      ['exit.txt', 'out.txt', 'err.txt'].map((name) => readFile(file(name), 'utf8')),
    );
    return { exit: exit.trim(), out, err };
  }

  test('shares what is piped after Enter in the window, and prints the message', async ({ workbench, sandbox }) => {
    const { page } = workbench;
    await workbench.runCommand('Terminal: Create New Terminal');
    await page.locator('.terminal-command-decoration').first().waitFor();
    await type(`printf 'diff --git a/a b/a\\n+one\\n' | roomside share --room "${room}" --comment "From here"`);
    await workbench.input.expectTitle(title);
    assert.deepEqual(await sandbox.received(), []);
    await workbench.input.acceptRequested(`Send to ${room}`);
    const { exit, out, err } = await result();
    const [message] = await sandbox.received();
    assert.deepEqual([exit, err], ['0', '']);
    assert.match(out, new RegExp(`^Sent to ${room}\\n\\S+\\n$`));
    assert.match(message?.markdown ?? '', /^From here\n\n[\s\S]*```diff\ndiff --git/);
  });

  test('ends with a code and a sentence when nothing was sent, or not yet', async ({ workbench, sandbox }) => {
    const { page } = workbench;
    const shareText = `echo text | roomside share --room "${room}"`;
    const focusTerminal = () => page.locator('.xterm-helper-textarea').first().focus();
    const answered = async (exit: string, sentence: RegExp) => {
      const ended = await result();
      assert.equal(ended.exit, exit, ended.err);
      assert.match(ended.err, sentence);
    };
    // The command that has ended gave the focus back.
    const isBack = () => page.locator('.xterm-helper-textarea:focus').waitFor();
    await isBack();
    await type(shareText);
    await workbench.input.expectTitle(title);
    await workbench.input.declineRequested(`Send to ${room}`);
    await answered('1', /^Nothing was sent: the share was canceled in the window\.\n$/);

    await isBack();
    await type(shareText);
    await workbench.input.expectTitle(title);
    // The message takes the focus once it is drawn, some time after its frame has it.
    const preview = workbench.composer.preview();
    await preview.getByRole('main').and(preview.locator(':focus')).waitFor();
    await focusTerminal();
    await page.keyboard.press('Control+c');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await answered('130', /^Canceled\n$/);
    assert.deepEqual(await sandbox.received(), []);

    const match = { method: 'POST', path: '/v1/messages' };
    const effect = { kind: 'rate-limit', retryAfter: 3600 };
    await sandbox.control('POST', 'faults', { match, effect });
    await focusTerminal();
    await type(shareText);
    await workbench.input.expectTitle(title);
    await workbench.input.acceptRequested(`Send to ${room}`);
    await answered('3', /^Not sent yet\. It's waiting in Recent Shares .* Rate limited\./);
  });
});

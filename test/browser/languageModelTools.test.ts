import assert from 'node:assert/strict';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench, type WorkbenchSession } from './fixtures.ts';
import { textOf } from './pages/textOf.ts';

const text = 'Release **4.2** is out.\n\n```\n````\nRoom: General';
/** A tool call by an extension that replaces the chat. */
async function callPost({ workbench, sandbox }: WorkbenchSession, markdown: string): Promise<void> {
  const priya = await otherPerson(sandbox, 'priya.raman@example.com');
  const roomId = await priya.postText('Code reviews', 'Hello');
  await sandbox.control('DELETE', 'received');
  await workbench.runCommand('Test: Call a Tool');
  await workbench.input.expectTitle('Tool and input as JSON');
  await workbench.input.fill(JSON.stringify(['roomside_post_message', { roomId, markdown }]));
  await workbench.input.accept();
}

test.describe('Posting by a language model', () => {
  const session = useWorkbench();
  test('shows the whole message in one dialog, and posts it after the confirmation', async ({ workbench, sandbox }) => {
    await workbench.enterSandbox();
    await callPost(session(), text);
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    const said = await textOf(dialog);
    await workbench.screenshot('tool-post-question');
    for (const part of [
      'A language model wants to post this message.',
      'Room: Code reviews',
      'ID ends in',
      'people can read it.',
      'Release **4.2** is out.',
      'Room: General',
    ]) {
      assert.ok(said.includes(part), `${part} in ${said}`);
    }
    assert.deepEqual(await sandbox.received(), []);
    await dialog.getByRole('button', { name: 'Post' }).click();
    await workbench.statusBar('Shared Message to Code reviews');
    await workbench.toast('Answer: The message was posted.');
    await workbench.screenshot('tool-post-answer');
    assert.deepEqual(
      (await sandbox.received()).map(({ markdown }) => markdown),
      [text],
    );
  });

  test('posts nothing when the user cancels', async ({ workbench, sandbox }) => {
    await workbench.clearNotifications();
    await callPost(session(), 'No');
    await workbench.answerDialog('Cancel');
    await workbench.toast(/^Answer: The user does not want this message to be posted\./);
    assert.deepEqual(await sandbox.received(), []);
  });
});

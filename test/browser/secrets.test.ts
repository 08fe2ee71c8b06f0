import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SecretSource, secretSamples } from '../support/fakes/secretSamples.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
const source = new SecretSource(21);
const token = `ghp_${source.base62(36)}`;
const password = source.password();
const key = secretSamples(21, []).find(({ name }) => name === 'RSA key') ?? assert.fail();
const code = [
  'import httpx',
  '',
  `client = httpx.Client(headers={"Authorization": "Bearer ${token}"})`,
  `database = "postgres://harvest:${password}@db.example.com/tides"`,
  `key = """${key.text}"""`,
  '',
].join('\n');
const lineCount = code.split('\n').length - 1;

test.describe('Sharing code with secrets', () => {
  const session = useWorkbench();
  const shareSelection = () => session().workbench.runCommand('Roomside: Share Selection to Room…');

  test('shows secrets before sending, and Cancel sends nothing', async () => {
    const { workbench, sandbox, workspaceFolder } = session();
    await workbench.enterSandbox();
    // An existing file: VS Code may find a new one only after a while.
    await writeFile(path.join(workspaceFolder, 'scripts/harvest.py'), code);
    await workbench.editor.open('harvest.py');
    await workbench.editor.selectAll();
    await workbench.shareTo(room, 'Share Selection', shareSelection, async () => {
      const rows = await workbench.input.texts();
      assert.ok(
        rows.some((text) => text.includes('Line 7: password or passphrase (')),
        rows.join('\n'),
      );
      await workbench.screenshot('secrets-confirm');
    });
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await workbench.screenshot('secrets-question');
    const said = await workbench.answerDialog('Cancel');
    assert.match(said, /scripts\/harvest\.py:1–\d+ may contain secrets\./);
    assert.match(said, /Line 6: GitHub token \(ghp_..…\)/);
    assert.match(said, /Line 9: private key/);
    for (const secret of [token, password]) assert.ok(!said.includes(secret));
    assert.deepEqual(await sandbox.received(), []);
  });

  test('sends the text with its lines but without its secrets', async ({ workbench, sandbox }) => {
    await workbench.editor.open('harvest.py');
    await workbench.editor.selectAll();
    await workbench.shareTo(room, 'Share Selection', shareSelection);
    await workbench.answerDialog('Mask and Send');
    await workbench.statusBar(/Shared scripts\/harvest\.py:1–\d+ to Code reviews/);
    const [message] = await sandbox.received();
    const markdown = message?.markdown ?? '';
    for (const secret of [token, password, ...key.secrets]) assert.ok(!markdown.includes(secret));
    assert.ok(
      markdown.includes('"Bearer MASKED"') && markdown.includes('postgres://harvest:MASKED@db.example.com/tides'),
    );
    assert.equal(markdown.split('\n').length, lineCount + 4);
  });
});

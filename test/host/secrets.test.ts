import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, env, Selection } from 'vscode';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { git } from '../support/host/gitRepository.ts';
import { received } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { useShares } from '../support/host/useShares.ts';
import { openSelected, useManualSave, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
const token = `ghp_${new SecretSource(1).base62(36)}`;
const code = (secret: string): string => `const client = connect('${secret}');\n`;
const message = (secret: string): string => `**client.ts** · line 1 · TypeScript\n\n\`\`\`ts\n${code(secret)}\`\`\``;

describe('Copying a secret', () => {
  const messages = useMessages();
  useManualSave();
  afterEach(() => commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('copies the text without it', async () => {
    await openSelected(await workspaceFile('client.ts', code(token)), new Selection(0, 0, 1, 0));
    await env.clipboard.writeText('before');
    const done = commands.executeCommand('roomside.copyAsMessage');
    const question = await messages().next();
    assert.equal(question.text, 'client.ts:1 may contain secrets.');
    assert.ok(question.isModal);
    assert.match(question.detail ?? '', new RegExp(`^client\\.ts:1: GitHub token \\(${token.slice(0, 6)}…\\)\\n`));
    assert.ok(!question.detail?.includes(token.slice(0, 8)));
    assert.deepEqual(question.buttons, ['Mask and Copy', 'Copy As Is']);
    question.answer('Mask and Copy');
    await done;
    assert.equal(await env.clipboard.readText(), message('MASKED'));
  });
});

describeWithBrowser('Sharing a secret', () => {
  const { inputs } = useShares(room);
  useManualSave();

  it('warns of a file that Git ignores, and of no other, in an unopened repository', async () => {
    const root = path.join(workspaceFolder(), 'ignoring');
    await mkdir(root, { recursive: true });
    await git(root, 'init');
    await writeFile(path.join(root, '.gitignore'), '/local.txt\n');
    const begin = async (name: string) => {
      await openSelected(await workspaceFile(`ignoring/${name}`, 'plain words\n'));
      const done = commands.executeCommand('roomside.shareCurrentFile');
      await (await inputs().next()).choose(room);
      return { done, confirm: await inputs().next() };
    };
    const ignored = await begin('local.txt');
    const warning = 'local.txt: ignored by Git';
    assert.ok(ignored.confirm.rows.includes(warning), ignored.confirm.rows.join('\n'));
    assert.equal(ignored.confirm.active, warning);
    assert.ok(ignored.confirm.rows[1]?.startsWith(`Send as Is to ${room}`));
    await commands.executeCommand('_roomside.backToRooms');
    await inputs().next();
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await ignored.done;
    const known = await begin('known.txt');
    await known.confirm.choose(`Send to ${room}`);
    await known.done;
    const names = (await received()).flatMap(({ files }) => files.map(({ name }) => name));
    assert.deepEqual(names, ['known.txt']);
  });
});

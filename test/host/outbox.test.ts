import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { authentication, commands, Selection } from 'vscode';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { searchFiles } from '../support/harness/searchFiles.ts';
import { shareRecordsIn } from '../support/harness/shareRecords.ts';
import { signInWithToken, useAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { withoutPreviews } from '../support/host/withoutPreviews.ts';
import { openSelected, useManualSave, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

/** No other test shares to it: a message of the last seconds that resembles a share leaves open whether that arrived. */
const room = 'Demand forecast';
const token = `ghp_${new SecretSource(31).base62(36)}`;
const post = { method: 'POST', path: '/v1/messages' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Kept {
  readonly id: string;
  readonly state: string;
  readonly requestedMs: number;
  readonly notBeforeMs?: number;
  readonly endedMs: number;
  readonly reason?: { readonly kind: string };
}

describeWithBrowser('The outbox of a window', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  useManualSave();
  const storage = (): string => path.join(workspaceFolder(), '../user-data/User/globalStorage/roomside.roomside');
  const folder = (): string => path.join(storage(), 'outbox');

  useAccount();
  withoutPreviews();
  before(async () => {
    await forgetAll();
    await sandboxControl('DELETE', 'received');
  });
  after(() => forgetAll());
  beforeEach(async () => {
    // A test that failed after its sign-out would fail all that follow.
    if ((await authentication.getAccounts('roomside')).length === 0) await signInWithToken();
  });
  afterEach(async function () {
    // The record of a sent share may not be stored yet.
    const isDone = async (): Promise<boolean> => (await kept()).every(({ state }) => state !== 'sending');
    await waitUntilTrue('nothing is being sent', isDone);
    await sandboxControl('DELETE', 'faults');
    await sandboxControl('DELETE', 'received');
    await commands.executeCommand('workbench.action.closeAllEditors');
    if (this.currentTest?.state !== 'passed') await forgetAll(); // it runs again
  });

  /** Deletes all shares as another window would, so that tests do not affect each other. */
  async function forgetAll(): Promise<void> {
    if (!existsSync(folder())) return;
    for (const name of await readdir(folder())) await rm(path.join(folder(), name), { recursive: true, force: true });
  }

  const kept = async (): Promise<readonly Kept[]> => (existsSync(folder()) ? shareRecordsIn(folder()) : []);

  /** Changes the stored shares as another window would. */
  async function change(record: Kept, changes: Partial<Kept>): Promise<void> {
    const file = path.join(folder(), `${record.id}.share.json`);
    await writeFile(file, JSON.stringify({ ...record, ...changes }));
  }

  async function share(
    name: string,
    command = 'roomside.shareSelection',
  ): Promise<{ readonly done: Thenable<unknown> }> {
    await openSelected(await workspaceFile(name, `const at = '${name}';\n`), new Selection(0, 0, 1, 0));
    const done = commands.executeCommand(command);
    await (await inputs().next()).choose(room);
    await (await inputs().next()).choose(`Send to ${room}`);
    return { done };
  }

  /** Shares to a service that asks to wait for a minute. */
  async function shareThatWaits(name: string): Promise<Kept> {
    const effect = { kind: 'status', status: 503, headers: { 'retry-after': '60' } };
    await sandboxControl('POST', 'faults', { match: post, times: 1, effect });
    await (await share(name)).done;
    return (await kept()).find(({ state }) => state === 'queued') ?? assert.fail();
  }

  it('stores only the masked copy of a file, and sends it even if the file changes', async () => {
    const file = await workspaceFile('.env', `TOKEN=${token}\nPORT=3000\n`);
    await openSelected(file);
    const effect = { kind: 'status', status: 404, message: 'Gone.' };
    await sandboxControl('POST', 'faults', { match: post, times: 1, effect });
    const done = commands.executeCommand('roomside.shareCurrentFile');
    await (await inputs().next()).choose(room);
    const step = await inputs().next();
    await step.choose('Mask 1 Secret');
    await waitUntilTrue('it is masked', () => inputs().picker?.items[0]?.label.includes('Masked') ?? false);
    await step.choose(`Send Masked to ${room}`);
    await done;
    assert.match((await messages().next()).text, /^Couldn.t share \.env to/);
    const { files, holding } = await searchFiles(folder(), [token]);
    const hasCopy = files.some((name) => name.endsWith('.copy'));
    assert.ok(hasCopy, files.join());
    assert.deepEqual(holding, []);
    await writeFile(file.fsPath, `TOKEN=${token}\nANOTHER=${token}\n`);
    const failed = (await kept()).find(({ state }) => state === 'failed') ?? assert.fail();
    await commands.executeCommand('roomside.retryShare', { shareId: failed.id });
    const sent = (await received()).flatMap((message) => message.files);
    const hashes = sent.map((each) => each.sha256);
    assert.deepEqual(hashes, [sha256('TOKEN=MASKED\nPORT=3000\n')]);
    assert.ok(!(await readdir(folder())).some((name) => name.endsWith('.copy')), 'the copy is gone once it was sent');
  });

  it('names the remaining shares at sign-out, keeps them, and sends them after the next sign-in', async () => {
    const record = await shareThatWaits('left.ts');
    const signedOut = commands.executeCommand('roomside.signOut');
    (await messages().next()).answer('Sign Out');
    await signedOut;
    const told = await messages().next();
    assert.match(told.text, /^1 share wasn't sent\. It will be sent when .+ signs in again\.$/);
    assert.deepEqual(told.buttons, ['Keep', 'Discard']);
    told.answer('Keep');
    await change(record, { notBeforeMs: 0 });
    await commands.executeCommand('roomside.sendUnsentShares');
    assert.deepEqual(await received(), []);
    await signInWithToken();
    await commands.executeCommand('roomside.sendUnsentShares');
    assert.equal((await received()).length, 1);
  });

  it('is named by Remove All Stored Data, and deleted', async () => {
    await shareThatWaits('removed.ts');
    const done = commands.executeCommand('roomside.removeStoredData');
    const question = await messages().next();
    assert.match(question.detail ?? '', /1 unsent share or draft will be deleted\.$/);
    question.answer('Remove');
    await done;
    assert.ok(!existsSync(folder()));
    assert.deepEqual(await received(), []);
  });
});

import assert from 'node:assert/strict';
import { createSecretScanner } from '../../../../src/core/secrets/secretScanner.ts';
import { markdownOf } from '../../../../src/features/share/shareable.ts';
import { flushUi, waitUntilTrue } from '../../../support/fakes/fakeWindow.ts';
import { SecretSource } from '../../../support/fakes/secretSamples.ts';
import { bytesAsFile, shareableFiles, shareableText, textAsFile } from '../../../support/fakes/shareModules.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';
import { useConfirmation } from '../../../support/fakes/useConfirmation.ts';

const token = `ghp_${new SecretSource(7).base62(36)}`;
const code = `**a.ts** · lines 12–13 · TypeScript\n\n\`\`\`ts\nconst port = 3000;\nconst token = '${token}';\n\`\`\``;

describe('A possible secret in the confirmation of a share', () => {
  const openStep = useConfirmation();
  const open = (shareable = text()) =>
    openStep(shareable, shareWorld({ scanner: createSecretScanner({ isIgnored: async () => false }) }));
  const render = async () => ({ markdown: code, lineCount: 2, warnings: [] });
  const text = () => shareableText({ name: 'a.ts', render, asFile: textAsFile('a.ts', `'${token}'`) });

  it('is named by the line of the file, is marked, and is never sent by the first row', async () => {
    const { step, rows, picker, shown, contents, send } = await open();
    assert.equal(step.active, 'Mask 1 Secret');
    assert.equal(picker().placeholder, 'Comment (optional). 1 warning.', 'Enter does not send');
    assert.ok(rows().includes(`a.ts:13: GitHub token (${token.slice(0, 6)}…)`), rows().join('\n'));
    await waitUntilTrue('the message is shown', () => shown.length > 0);
    assert.deepEqual(shown[0]?.proposal.secretTexts, [token]);
    await step.accept();
    await waitUntilTrue('it is masked', () => rows()[0] === 'Send Masked to Design');
    await waitUntilTrue('the result is shown', () =>
      shown.some(({ proposal }) => !markdownOf(proposal)?.includes(token)),
    );
    assert.deepEqual(contents(), []);
    await send();
    assert.deepEqual(contents(), [{ kind: 'text', markdown: code.replace(token, 'MASKED') }]);
  });

  it('is sent as it is by its own row only', async () => {
    const { send, contents } = await open();
    await send('Send as Is to Design');
    assert.deepEqual(contents(), [{ kind: 'text', markdown: code }]);
  });

  it('is shown once more before the text goes as a file', async () => {
    const { step, rows, send, contents } = await open();
    await step.choose('More Actions…');
    await step.choose('Send a.ts as File');
    await waitUntilTrue('the file is shown', () => rows().some((label) => label.startsWith('a.ts:1: GitHub')));
    assert.deepEqual([contents(), rows()[0]], [[], 'Mask 1 Secret']);
    await send('Send as Is to Design');
    assert.equal(contents()[0]?.kind, 'file');
  });

  it('is masked again, and shown, where its file changes before Enter', async () => {
    const [old, now] = ['old', 'new'].map((name) => bytesAsFile('a.txt', Buffer.from(`${name} ${token}`)));
    let isChanged = false;
    const file = { ...(old ?? assert.fail()), changed: async () => (isChanged ? now : undefined) };
    const { step, rows, send, contents } = await open(shareableFiles({ files: [file] }));
    await step.accept();
    await waitUntilTrue('it is masked', () => rows()[0] === 'Send Masked to Design');
    isChanged = true;
    await flushUi();
    await step.accept();
    await waitUntilTrue('the change is named', () => rows().some((label) => label.startsWith('a.txt has changed.')));
    assert.deepEqual(contents(), []);
    await send();
    const [content] = contents();
    const bytes = content?.kind === 'file' ? content.file.bytes : undefined;
    assert.equal(Buffer.from(bytes ?? []).toString(), 'new MASKED');
  });

  it('that cannot be masked, as the name of a file, is the first row', async () => {
    const files = [bytesAsFile('.env', Buffer.from('PORT=3000\n'))];
    const { step, rows, send, queued } = await open(shareableFiles({ files }));
    const risk = '.env: environment files often contain passwords';
    assert.deepEqual([step.active, rows()[1]], [risk, 'Send as Is to Design']);
    await send('Send as Is to Design');
    assert.equal(queued.length, 1);
  });
});

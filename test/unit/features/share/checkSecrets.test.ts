import assert from 'node:assert/strict';
import { createSecretScanner } from '../../../../src/core/secrets/secretScanner.ts';
import { filesOf, type Proposal } from '../../../../src/features/share/shareable.ts';
import { contentOf } from '../../../../src/platform/files/openFilePart.ts';
import { setUserSetting, useMessages } from '../../../support/fakes/fakeWindow.ts';
import { SecretSource } from '../../../support/fakes/secretSamples.ts';
import { bytesAsFile, proposeFiles, SecretCheck } from '../../../support/fakes/shareModules.ts';

const token = `ghp_${new SecretSource(1).base62(36)}`;
const ports = { scanner: createSecretScanner({ isIgnored: async () => false }) };

describe('What holds a secret', () => {
  /** The message of a share after the question. */
  const contentOfAllowed = async (share: Proposal) => {
    const secrets = new SecretCheck(ports);
    return (await secrets.allowed(await secrets.check(share)))?.messages[0]?.content;
  };
  const messages = useMessages();
  const answers = [
    ['Mask and Send', 'TOKEN=MASKED\n'],
    ['Send As Is', `TOKEN=${token}\n`],
    [undefined, undefined],
  ] as const;

  for (const [answer, expected] of answers) {
    const what = expected === undefined ? 'not sent' : `sent ${answer === 'Send As Is' ? 'as it is' : 'without it'}`;
    it(`is ${what} for “${answer ?? 'Cancel'}”, as a text and as a file`, async () => {
      const text = `TOKEN=${token}\n`;
      const message = { name: 'client.ts:1', content: { kind: 'text', markdown: text } as const };
      const ofText = contentOfAllowed({ name: 'client.ts:1', messages: [message] });
      const question = await messages().next();
      const asked = [question.isModal, question.text, question.buttons];
      assert.deepEqual(asked, [true, 'client.ts:1 may contain secrets.', ['Mask and Send', 'Send As Is']]);
      const detail = new RegExp(`^Line 1: GitHub token \\(${token.slice(0, 6)}…\\)\\n\\nMasking replaces`);
      assert.match(question.detail ?? '', detail);
      question.answer(answer);
      const sentText = await ofText;
      assert.equal(sentText?.kind === 'text' ? sentText.markdown : undefined, expected);

      const ofFile = contentOfAllowed(proposeFiles([bytesAsFile('.env', Buffer.from(text))]));
      const fileQuestion = await messages().next();
      assert.match(fileQuestion.detail ?? '', /^\.env: environment files often contain passwords/);
      fileQuestion.answer(answer);
      const sentFile = await ofFile;
      const bytes = sentFile?.kind === 'file' ? await contentOf(await sentFile.file.open()) : undefined;
      assert.equal(bytes?.toString(), expected);
    });
  }

  it('is masked in the comment and in the files that have one, and the others stay as they are', async () => {
    const [file, other] = [bytesAsFile('a.txt', Buffer.from(`TOKEN=${token}`)), bytesAsFile('b.txt', Buffer.from('b'))];
    const secrets = new SecretCheck(ports);
    const done = secrets.allowed(await secrets.check(proposeFiles([file, other], `TOKEN=${token}`)));
    const question = await messages().next();
    assert.equal(question.text, '2 files may contain secrets.');
    question.answer('Mask and Send');
    const [first, second] = (await done)?.messages.map(({ content }) => content) ?? [];
    if (first?.kind !== 'file' || second?.kind !== 'file') return assert.fail('no files');
    assert.equal(first.text, 'TOKEN=MASKED');
    assert.equal((await contentOf(await first.file.open())).toString(), 'TOKEN=MASKED');
    assert.equal(second.file, other);
  });

  it('is said once not to be searched for in binary files, and is no warning there', async () => {
    const files = ['a.png', 'b.png', 'c.txt'].map((name) =>
      bytesAsFile(name, Buffer.from(name === 'c.txt' ? 'c' : [0])),
    );
    const { notSearched, riskWarnings } = await new SecretCheck(ports).check(proposeFiles(files));
    assert.deepEqual([notSearched, riskWarnings], ['2 binary files, not scanned for secrets', []]);
  });

  it('is warned of by the names of the files in a patch, and masked in the name of a file', async () => {
    const markdown = '**x**\n\n```diff\n--- a/a.ts\n+++ b/a.ts\n--- /dev/null\n+++ b/app/.env\n```';
    const secrets = new SecretCheck(ports);
    const text = { name: 'x', content: { kind: 'text', markdown } as const };
    const { riskWarnings } = await secrets.check({ name: 'x', messages: [text] });
    assert.deepEqual(riskWarnings, ['app/.env: environment files often contain passwords']);
    const patch = bytesAsFile('x.patch', Buffer.from(`${'+a\n'.repeat(200_000)}--- /dev/null\n+++ b/ä/.env\n`));
    const { risks } = await secrets.check(proposeFiles([patch]));
    assert.deepEqual(risks, ['ä/.env: environment files often contain passwords']);
    const checked = await secrets.check(proposeFiles([bytesAsFile(`${token}.txt`, Buffer.from('a'))]));
    assert.equal(checked.maskableCount, 1);
    assert.equal(filesOf(await secrets.masked(checked))[0]?.name, 'MASKED.txt');
  });

  it('is not masked in a URL, which would be a different one', async () => {
    const secrets = new SecretCheck(ports);
    const url = `https://example.com/?token=${token}`;
    const checked = await secrets.check({ name: url, messages: [{ name: url, content: { kind: 'url', url } }] });
    assert.deepEqual([checked.risks.length > 0, checked.maskableCount], [true, 0]);
  });

  it('is not looked for when the setting is off', async () => {
    await setUserSetting('roomside.share.scanForSecrets', false);
    try {
      const name = '.env';
      const message = { name, content: { kind: 'text', markdown: `TOKEN=${token}` } as const };
      const { messages } = proposeFiles([bytesAsFile(name, Buffer.from(`TOKEN=${token}`))]);
      const { risks, riskWarnings } = await new SecretCheck(ports).check({ name, messages: [message, ...messages] });
      assert.deepEqual([risks, riskWarnings], [[], []]);
    } finally {
      await setUserSetting('roomside.share.scanForSecrets', undefined);
    }
  });

  it('is not promised to be found by Git where Git cannot be asked; nothing has to be decided', async () => {
    const secrets = new SecretCheck({ scanner: createSecretScanner({ isIgnored: async () => undefined }) });
    const file = { ...bytesAsFile('a.txt', Buffer.from('a')), path: '/a.txt' };
    const { risks, riskWarnings } = await secrets.check(proposeFiles([file, bytesAsFile('b.txt', Buffer.from('b'))]));
    assert.deepEqual([risks, riskWarnings], [[], ["a.txt: couldn't check whether Git ignores this file"]]);
  });
});

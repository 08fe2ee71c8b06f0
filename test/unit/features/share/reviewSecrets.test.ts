import assert from 'node:assert/strict';
import { createSecretScanner } from '../../../../src/core/secrets/secretScanner.ts';
import { SecretSource } from '../../../support/fakes/secretSamples.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const [{ bytesAsFile, contentOf }, review, { useMessages }] = await withVscode(() =>
  Promise.all([
    import('../../../../src/features/share/fileSource.ts'),
    import('../../../../src/features/share/reviewSecrets.ts'),
    import('../../../support/host/shownMessages.ts'),
  ]),
);

const token = `ghp_${new SecretSource(1).base62(36)}`;
const ports = { scanner: createSecretScanner({ isIgnored: async () => false }) };

describe('What holds a secret', () => {
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
      const risks = await review.secretWarnings(ports, text);
      const ofText = review.reviewText(ports, text, { name: 'client.ts:1', risks });
      const question = await messages().next();
      assert.deepEqual(
        [question.isModal, question.text, question.buttons],
        [true, 'client.ts:1 may contain secrets.', ['Mask and Send', 'Send As Is']],
      );
      assert.match(
        question.detail ?? '',
        new RegExp(`^Line 1: GitHub token \\(${token.slice(0, 6)}…\\)\\n\\nMasking replaces`),
      );
      question.answer(answer);
      assert.equal(await ofText, expected);

      const files = [bytesAsFile('.env', Buffer.from(text))];
      const checks = await review.checkFiles(ports, files);
      const checked = await review.checkComment(ports, { files, comment: undefined }, checks);
      const ofFiles = review.reviewFiles(ports, checked);
      const ofFile = await messages().next();
      assert.match(ofFile.detail ?? '', /^\.env: environment files often contain passwords/);
      ofFile.answer(answer);
      const [file] = (await ofFiles)?.files ?? [];
      assert.equal(file && (await contentOf(await file.open())).toString(), expected);
    });
  }
});

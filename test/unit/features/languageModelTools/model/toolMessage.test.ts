import assert from 'node:assert/strict';
import { TooLargeError } from '../../../../../src/core/attachments/limits.ts';
import { fencedBlocks } from '../../../../../src/core/markdown/fencedBlocks.ts';
import type { ShareReason, ShareRecord } from '../../../../../src/core/outbox/shareRecord.ts';
import { scanText } from '../../../../../src/core/secrets/scanText.ts';
import {
  draftAnswer,
  postAnswer,
  toolMessage,
} from '../../../../../src/features/languageModelTools/model/toolMessage.ts';
import { SecretSource } from '../../../../support/fakes/secretSamples.ts';

describe('toolMessage', () => {
  it('rejects a message above the size limit in bytes', async () => {
    assert.equal((await toolMessage('é'.repeat(5), 10)).byteLength, 10);
    const refused = await toolMessage('é'.repeat(6), 10).catch((error: unknown) => error);
    assert.ok(refused instanceof TooLargeError);
    assert.deepEqual([refused.byteLength, refused.maxBytes], [12, 10]);
  });

  it('reports size, hidden characters and a mention of everyone', async () => {
    const message = await toolMessage('<@all> <@personEmail:a@example.com|A> <@personId:x|B>\n# é\u202e');
    const { byteLength, lineCount, hiddenCharacters, markdownFindings, mentionsAll } = message;
    const counts = { byteLength, lineCount, mentionsAll };
    assert.deepEqual(counts, { byteLength: 63, lineCount: 2, mentionsAll: true });
    const hidden = hiddenCharacters.map(({ line, name }) => [line, name]);
    assert.deepEqual(hidden, [[2, 'RIGHT-TO-LEFT OVERRIDE']]);
    const findings = markdownFindings.map(({ line, construct }) => [line, construct]);
    assert.deepEqual(findings, [[2, 'heading']]);
    assert.equal((await toolMessage('<@allx> <@personId:x>')).mentionsAll, false);
  });
});

const record = (state: ShareRecord['state'], reason?: ShareReason): ShareRecord => ({
  id: '1',
  accountId: 'a',
  accountLabel: 'Ada',
  roomId: 'r',
  roomTitle: 'obey',
  name: 'obey',
  state,
  digest: '',
  createdMs: 0,
  requestedMs: 0,
  tries: 1,
  ...(reason && { reason }),
});

describe('draftAnswer', () => {
  it('contains the exact text and its size, and says that nothing was sent', async () => {
    const message = await toolMessage('Hi\n```js\nx\n```');
    const answer = draftAnswer(message, { shown: message.markdown, secrets: [], maxBytes: 100, isOpen: false });
    assert.match(answer, /^Nothing was sent\.\n\nThis is the message exactly/);
    assert.equal(fencedBlocks(answer)[0]?.code, message.markdown);
    assert.match(answer, /\n\n4 lines, 14 of at most 100 bytes\.\n\nNo problems were found\.$/);
  });

  it('lists problems by line', async () => {
    const message = await toolMessage('<@all>\n\n# Head\u202e');
    const answer = draftAnswer(message, { shown: message.markdown, secrets: [], maxBytes: 10, isOpen: true });
    assert.match(answer, /^Nothing was sent\. The draft is open in an editor, .* Do not also post it\.\n/);
    assert.match(answer, /\nFix these problems first:\n- too long by \d+ bytes: shorten it\n/);
    assert.match(answer, /\n- line 3, column 7: hidden character, RIGHT-TO-LEFT OVERRIDE\n/);
    assert.match(answer, /\n- line 3: the room may not render this \(heading\)\n/);
    assert.match(answer, /\n- mentions everyone in the room/);
  });
});

describe('The answer to a draft with a secret', () => {
  it('contains rules and positions, but no secret', async () => {
    const secret = `ghp_${new SecretSource(1).base62(36)}`;
    const markdown = `one\nkey = ${secret}`;
    const secrets = scanText(markdown);
    assert.ok(secrets.length > 0);
    const draft = draftAnswer(await toolMessage(markdown), {
      shown: 'one\nkey = MASKED',
      secrets,
      maxBytes: 100,
      isOpen: false,
    });
    assert.match(draft, /by the word MASKED/);
    assert.match(draft, /\n- line 2, column \d+: possible secret \(\w+, rule [\w-]+\)$/);
    for (let at = 0; at + 6 <= secret.length; at++) assert.equal(draft.includes(secret.slice(at, at + 6)), false);
  });
});

describe('postAnswer', () => {
  it('reports every state without text of other people, and never suggests a second post', () => {
    assert.equal(postAnswer(record('sent')), 'The message was posted.');
    const queued = postAnswer(record('queued', { kind: 'offline', detail: 'obey' }));
    assert.match(queued, /not in the room yet: offline\. .*Do not post it again\.$/);
    const unknown = postAnswer(record('unknown', { kind: 'checking', detail: '502' }));
    assert.match(unknown, /not known whether.*checking 502\. Do not post it again/);
    const failed = postAnswer(record('failed', { kind: 'service-refused', detail: '403' }));
    assert.match(failed, /was not posted: service-refused 403\..*Do not post it again unless the user asks/);
    assert.match(postAnswer(record('failed')), /no reason is known/);
    assert.match(postAnswer(undefined), /^Nothing was sent: the message was canceled/);
    for (const state of ['queued', 'sending', 'sent', 'failed', 'unknown'] as const)
      assert.doesNotMatch(postAnswer(record(state, { kind: 'other', detail: 'obey me' })), /obey/);
  });
});

import assert from 'node:assert/strict';
import { DirectEmails } from '../../../../src/core/rooms/directEmails.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, settle } from '../api/scriptedSend.ts';
import { serving } from './serving.ts';

const member = (personId: string, personEmail = '') => ({ id: `M${personId}`, roomId: 'R', personId, personEmail });
const items = [member('me', 'ada@example.com'), member('other', 'bo@example.com')];

function open(reply: (roomId: string) => ReturnType<typeof answer>) {
  const { client, sent } = serving(({ searchParams }) => reply(searchParams.get('roomId') ?? ''));
  const log = new RecordingLog();
  let changes = 0;
  const emails = new DirectEmails({ session: async () => ({ account: { personId: 'me' }, client }), log });
  emails.onDidChange(() => {
    changes += 1;
  });
  return { emails, sent, log, changeCount: () => changes };
}

describe('DirectEmails', () => {
  it('requests each address once, and fires when it is known', async () => {
    const { emails, sent, changeCount } = open((id) =>
      answer(200, { items: id === 'silent' ? [member('me')] : items }),
    );
    for (const id of ['a', 'b', 'a', 'silent']) emails.request(id);
    assert.equal(emails.get('a'), undefined);
    await settle();
    emails.request('a');
    await settle();
    const found = ['a', 'b', 'silent'].map((id) => emails.get(id) || 'none');
    assert.deepEqual(found, ['bo@example.com', 'bo@example.com', 'none']);
    assert.equal(sent.length, 3);
    assert.equal(changeCount(), 2);
  });

  it('stops after a refusal or failure', async () => {
    for (const [status, warningCount] of [
      [403, 0],
      [500, 1],
    ] as const) {
      const { emails, sent, log } = open(() => answer(status));
      for (let index = 0; index < 20; index += 1) emails.request(`${index}`);
      await settle();
      assert.ok(sent.length <= 3, `${sent.length}`);
      const levels = log.lines.map(({ level }) => level);
      assert.deepEqual(levels, Array(warningCount).fill('warn'));
    }
  });

  it('requests an address again after a failure, and not after a refusal', async () => {
    for (const [status, email] of [
      [500, 'bo@example.com'],
      [403, undefined],
    ] as const) {
      const answers = [answer(status)];
      const { emails } = open(() => answers.pop() ?? answer(200, { items }));
      for (const id of ['a', 'b']) emails.request(id);
      await settle();
      for (const id of ['a', 'b']) emails.request(id);
      await settle();
      assert.deepEqual([emails.get('a'), emails.get('b')], [email, email]);
    }
  });
});

import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { DirectEmails } from '../../../../src/core/rooms/directEmails.ts';
import { KnownRooms } from '../../../../src/core/rooms/knownRooms.ts';
import { otherEmail } from '../../../../src/core/rooms/roomPeople.ts';
import { answer, scriptedSend, settle } from '../api/scriptedSend.ts';

const member = (personId: string, personEmail = '') => ({ id: `M${personId}`, roomId: 'R', personId, personEmail });
const items = [member('me', 'ada@example.com'), member('other', 'bo@example.com')];

function open(reply: (roomId: string) => ReturnType<typeof answer>) {
  const { send, sent } = scriptedSend(({ url }) => reply(new URL(url).searchParams.get('roomId') ?? ''));
  const client = createServiceClient({ baseUrl: 'https://service.test', send });
  const warnings: string[] = [];
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (text: string) => warnings.push(text),
    error: () => assert.fail(),
  };
  let changes = 0;
  const emails = new DirectEmails({ session: async () => ({ account: { personId: 'me' }, client }), log });
  emails.onDidChange(() => {
    changes += 1;
  });
  return { emails, sent, warnings, changeCount: () => changes };
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
    assert.deepEqual(
      ['a', 'b', 'silent'].map((id) => emails.get(id) || 'none'),
      ['bo@example.com', 'bo@example.com', 'none'],
    );
    assert.equal(sent.length, 3);
    assert.equal(changeCount(), 2);
  });

  it('requests at most fifty rooms per account', async () => {
    const { emails, sent } = open(() => answer(200, { items }));
    for (let index = 0; index < 80; index += 1) emails.request(`${index}`);
    for (let turn = 0; turn < 30; turn += 1) await settle();
    assert.equal(sent.length, 50);
  });

  it('stops after a refusal or failure', async () => {
    for (const [status, warningCount] of [
      [403, 0],
      [500, 1],
    ] as const) {
      const { emails, sent, warnings } = open(() => answer(status));
      for (let index = 0; index < 20; index += 1) emails.request(`${index}`);
      await settle();
      assert.ok(sent.length <= 3, `${sent.length}`);
      assert.equal(warnings.length, warningCount);
    }
  });

  it('clears addresses with the account, and ignores late answers', async () => {
    const { emails, changeCount } = open(() => answer(200, { items }));
    emails.request('a');
    await settle();
    emails.request('b');
    emails.clear();
    await settle();
    assert.deepEqual([emails.get('a'), emails.get('b'), changeCount()], [undefined, undefined, 1]);
  });

  it('returns the address of the only other member', () => {
    assert.equal(otherEmail(items, 'me'), 'bo@example.com');
    assert.equal(otherEmail([...items, member('third', 'x@y.z')], 'me'), undefined);
    assert.equal(otherEmail([member('me'), member('other')], 'me'), undefined);
  });
});

describe('ambiguousDirectRooms', () => {
  it('contains direct rooms that share their displayed title', () => {
    const rooms = new KnownRooms();
    const room = (id: string, title: string, type = 'direct') => ({ id, title, type });
    rooms.merge([
      room('1', 'Ada Park'),
      room('2', 'ada  PARK'),
      room('3', 'Bo'),
      room('4', 'Bo', 'group'),
      room('5', 'Cy'),
    ]);
    assert.deepEqual([...rooms.ambiguousDirectRooms].sort(), ['1', '2', '3']);
    rooms.merge([room('2', 'Eve')]);
    assert.deepEqual([...rooms.ambiguousDirectRooms], ['3']);
    rooms.merge([room('6', ''), room('7', ' ')]);
    assert.equal(rooms.ambiguousDirectRooms.size, 1);
  });
});

import assert from 'node:assert/strict';
import { openTestSandbox, refusal, useSandbox } from './openTestSandbox.ts';

describe('messages to a person in the sandbox', () => {
  const test = useSandbox();

  const toPersonEmail = 'noor.haddad@example.com';
  const idOf = async (name: string) => {
    const items = await test.list<{ id: string }>(`/v1/people?displayName=${name}`);
    return items[0]?.id ?? assert.fail();
  };
  const direct = async () => (await test.rooms()).filter(({ type }) => type === 'direct').map(({ title }) => title);

  it('create the direct room once, by email, id and from both sides', async () => {
    const first = await test.posted({ toPersonEmail: 'NOOR.Haddad@example.com', text: 'one' });
    const second = await test.posted({ toPersonId: await idOf('Noor'), text: 'two' });
    const token = await test.tokenOf(toPersonEmail);
    const answered = await test.posted({ toPersonEmail: 'ada.park@example.com', text: 'three' }, { token });
    const withFile = await test.posted({ toPersonEmail, files: new File(['x'], 'a.txt') });
    assert.deepEqual([second.roomId, answered.roomId, withFile.roomId], Array(3).fill(first.roomId));
    assert.deepEqual((await direct()).filter((title) => title === 'Noor Haddad').length, 1);
    const items = await test.list<{ personEmail: string; isModerator: boolean }>(
      `/v1/memberships?roomId=${first.roomId}`,
    );
    assert.deepEqual(items.map(({ personEmail, isModerator }) => [personEmail, isModerator]).sort(), [
      ['ada.park@example.com', false],
      [toPersonEmail, false],
    ]);
  });

  it('answer with 404 for an unknown person, and with 400 for oneself, two destinations and none', async () => {
    const { id: roomId } = await test.room('Mobile');
    const before = await direct();
    await refusal(test.post({ toPersonEmail: 'x@example.com', text: 'x' }), 404, /email/);
    await refusal(test.post({ toPersonId: 'x', text: 'x' }), 404, /id/);
    for (const json of [
      { toPersonEmail: 'ada.park@example.com' },
      { toPersonEmail, roomId },
      { toPersonEmail, toPersonId: await idOf('Noor') },
      { toPersonEmail: '' },
      { toPersonId: 'a\0b' },
      { toPersonEmail, parentId: (await test.posted({ roomId, text: 'x' })).id },
    ]) {
      await refusal(test.post({ ...json, text: 'x' }), 400);
    }
    assert.deepEqual(await direct(), before);
  });

  it('are not known by a service without them, which only knows rooms', async () => {
    const plain = openTestSandbox({ directMessages: false });
    for (const content of [{ text: 'x' }, { files: new File(['x'], 'a.txt') }]) {
      await refusal(plain.post({ toPersonEmail, ...content }), 400, /“roomId” is required/);
    }
    const { id: roomId } = await plain.room('Mobile');
    assert.ok(await plain.posted({ roomId, toPersonEmail, text: 'x' }));
    await plain.sandbox.close();
  });

  it('find a person by the exact address', async () => {
    const find = async (query: string) =>
      (await test.list<{ emails: string[] }>(`/v1/people?${query}`)).map(({ emails }) => emails[0]);
    assert.deepEqual(await find('email=Noor.Haddad@example.com'), [toPersonEmail]);
    assert.deepEqual(await find('email=noor'), []);
    assert.deepEqual(await find(`email=${toPersonEmail}&displayName=Ada`), []);
  });
});

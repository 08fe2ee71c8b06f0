import assert from 'node:assert/strict';
import { openTestSandbox, refusal, useSandbox } from './openTestSandbox.ts';

describe('people in the sandbox', () => {
  const test = useSandbox();
  const toPersonEmail = 'noor.haddad@example.com';
  const find = (query: string) => test.list<{ id: string; emails: string[] }>(`/v1/people?${query}`);
  const emailsOf = async (query: string) => (await find(query)).map(({ emails }) => emails[0]).sort();

  it('have one direct room with a sender, by email, id and from both sides', async () => {
    const first = await test.posted({ toPersonEmail: 'NOOR.Haddad@example.com', text: 'one' });
    const second = await test.posted({ toPersonId: (await find('displayName=Noor'))[0]?.id, text: 'two' });
    const token = await test.tokenOf(toPersonEmail);
    const answered = await test.posted({ toPersonEmail: 'ada.park@example.com', text: 'three' }, { token });
    const withFile = await test.posted({ toPersonEmail, files: new File(['x'], 'a.txt') });
    assert.deepEqual([second.roomId, answered.roomId, withFile.roomId], Array(3).fill(first.roomId));
    assert.equal((await test.rooms()).filter(({ title }) => title === 'Noor Haddad').length, 1);
    const members = await test.list<{ isModerator: boolean }>(`/v1/memberships?roomId=${first.roomId}`);
    assert.deepEqual(
      members.map(({ isModerator }) => isModerator),
      [false, false],
    );
  });

  it('receive nothing from a service without direct messages, which only knows rooms', async () => {
    const plain = openTestSandbox({ directMessages: false });
    for (const content of [{ text: 'x' }, { files: new File(['x'], 'a.txt') }]) {
      await refusal(plain.post({ toPersonEmail, ...content }), 400, /“roomId” is required/);
    }
    const { id: roomId } = await plain.room('Mobile');
    assert.ok(await plain.posted({ roomId, toPersonEmail, text: 'x' }));
    await plain.sandbox.close();
  });

  it('are found by the exact address, and by similar names together, so that the caller has to choose', async () => {
    assert.deepEqual(await emailsOf('email=Noor.Haddad@example.com'), [toPersonEmail]);
    assert.deepEqual(await emailsOf('email=noor'), []);
    assert.deepEqual(await emailsOf(`email=${toPersonEmail}&displayName=Ada`), []);
    for (const name of ['jonas weber', 'Jonás']) {
      const found = await emailsOf(`displayName=${encodeURIComponent(name)}`);
      assert.deepEqual(found, ['jonas.weber2@example.com', 'jonas.weber@example.com']);
    }
  });
});

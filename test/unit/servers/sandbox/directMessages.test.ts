import assert from 'node:assert/strict';
import { useSandbox } from './openTestSandbox.ts';

describe('people in the sandbox', () => {
  const test = useSandbox();
  const toPersonEmail = 'noor.haddad@example.com';
  const emailsOf = async (query: string) =>
    (await test.list<{ emails: string[] }>(`/v1/people?${query}`)).map(({ emails }) => emails[0]).sort();

  it('have one direct room with another person, from both sides, without a moderator', async () => {
    const { roomId } = await test.posted({ toPersonEmail, text: 'one' });
    const token = await test.tokenOf(toPersonEmail);
    const answered = await test.posted({ toPersonEmail: 'ada.park@example.com', text: 'two' }, { token });
    assert.equal(answered.roomId, roomId);
    const members = await test.list<{ isModerator: boolean }>(`/v1/memberships?roomId=${roomId}`);
    const areModerators = members.map(({ isModerator }) => isModerator);
    assert.deepEqual(areModerators, [false, false]);
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

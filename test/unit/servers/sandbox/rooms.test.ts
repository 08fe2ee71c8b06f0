import assert from 'node:assert/strict';
import { type Room, refusal, useSandbox } from './openTestSandbox.ts';

describe('rooms in the sandbox', () => {
  const test = useSandbox();

  it('have the name of the other person in a direct room, for both people', async () => {
    const mine = await test.room('Mateo Silva');
    const token = await test.tokenOf('mateo.silva@example.com');
    const items = await test.list<Room>('/v1/rooms', { token });
    assert.equal(items.find((room) => room.id === mine.id)?.title, 'Ada Park');
  });

  it('have a placeholder and the reason for an undecryptable title, once temporarily', async () => {
    const failing = async () => (await test.rooms()).filter((room) => room.errors !== undefined);
    const first = await failing();
    assert.equal(first.length, 2);
    for (const room of first) {
      assert.match(room.title, /^eyJ[\w-]+\.\./);
      assert.deepEqual(room.errors, {
        title: { code: 'kms_failure', reason: 'Key management server failed to respond appropriately.' },
      });
    }
    assert.equal((await failing()).length, 2);
    for (let listing = 0; listing < 3; listing += 1) assert.equal((await failing()).length, 1);
    assert.ok(await test.room('Onboarding Tom'));
  });

  it('have their creator as moderator', async () => {
    const made = await test.call('POST', '/v1/rooms', { json: { title: '  New <room>  ' } });
    assert.equal(made.status, 200);
    const room = (await made.json()) as Room;
    assert.equal(room.title, 'New <room>');
    assert.equal((await test.rooms())[0]?.id, room.id);
    const path = `/v1/memberships?roomId=${room.id}`;
    const items = await test.list<{ personEmail: string; isModerator: boolean }>(path);
    assert.deepEqual(
      items.map((item) => [item.personEmail, item.isModerator]),
      [['ada.park@example.com', true]],
    );
  });

  it('are rejected without a title, with an unknown field, or with a title that is too long', async () => {
    for (const json of [{}, { title: ' ' }, { title: 7 }, { title: 'x'.repeat(257) }]) {
      await refusal(test.call('POST', '/v1/rooms', { json }), 400, /“title”/);
    }
    const foreign = await test.call('POST', '/v1/rooms', { json: { title: 'x', teamid: 'y' } });
    await refusal(foreign, 400, /“teamid”/);
  });
});

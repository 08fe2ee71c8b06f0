import assert from 'node:assert/strict';
import { type Room, refusal, useSandbox } from './openTestSandbox.ts';

describe('rooms in the sandbox', () => {
  const test = useSandbox();
  const membersOf = (roomId: string) =>
    test.list<{ personEmail: string; isModerator: boolean }>(`/v1/memberships?roomId=${roomId}`);

  it('have the name of the other person in a direct room, for both people', async () => {
    const mine = await test.room('Mateo Silva');
    const token = await test.tokenOf('mateo.silva@example.com');
    const items = await test.list<Room>('/v1/rooms', { token });
    assert.equal(items.find((room) => room.id === mine.id)?.title, 'Ada Park');
  });

  it('have a placeholder for an undecryptable title: one always, one twice', async () => {
    const counts: number[] = [];
    for (let listing = 0; listing < 4; listing += 1) {
      const failing = (await test.rooms()).filter(({ errors }) => errors !== undefined);
      for (const { title } of failing) assert.match(title, /^eyJ[\w-]+\.\./);
      counts.push(failing.length);
    }
    assert.deepEqual(counts, [2, 2, 1, 1]);
    assert.ok(await test.room('Onboarding Tom'));
  });

  it('have their creator as moderator, and others who were added once', async () => {
    const made = await test.call('POST', '/v1/rooms', { json: { title: '  New <room>  ' } });
    const { id: roomId, title } = (await made.json()) as Room;
    assert.deepEqual([made.status, title, (await test.rooms())[0]?.id], [200, 'New <room>', roomId]);
    const add = (personEmail: string) => test.call('POST', '/v1/memberships', { json: { roomId, personEmail } });
    assert.equal((await add('tom.becker@example.com')).status, 200);
    await refusal(add('Tom.Becker@example.com'), 409, /Tom Becker is already in the room/);
    const members = (await membersOf(roomId)).map(({ personEmail, isModerator }) => [personEmail, isModerator]).sort();
    assert.deepEqual(members, [
      ['ada.park@example.com', true],
      ['tom.becker@example.com', false],
    ]);
  });
});

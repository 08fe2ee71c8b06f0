import assert from 'node:assert/strict';
import { collect, useSession } from './session.ts';

describe('Lists of the service', () => {
  const session = useSession();

  it('lists a room that cannot be decrypted with its error, and completely after a temporary failure', async () => {
    const { items } = await collect(session.client.listRooms({}));
    const room = items.find(({ errors }) => errors === undefined) ?? assert.fail();
    await session.fault({ kind: 'kms', field: 'title', temporary: true, roomIds: [room.id] }, { path: '/v1/rooms' });
    const find = async () => (await collect(session.client.listRooms({}))).items.find(({ id }) => id === room.id);
    const expected = { code: 'kms_failure', reason: 'Key management server failed to respond appropriately.' };
    assert.deepEqual((await find())?.errors?.title, expected);
    assert.deepEqual(await find(), room);
  });

  it('finds people by name, and the signed-in person', async () => {
    const me = await session.client.getMe();
    assert.deepEqual(me.emails, ['ada.park@example.com']);
    const name = me.displayName ?? '';
    const { items } = await collect(session.client.listPeople({ displayName: name.slice(0, 3), max: 1 }));
    assert.ok(items.some(({ id }) => id === me.id));
    assert.ok(items.every(({ displayName }) => displayName?.toLowerCase().includes(name.slice(0, 3).toLowerCase())));
  });
});

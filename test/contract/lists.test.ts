import assert from 'node:assert/strict';
import { readJsonObject } from '../../src/core/api/jsonResponse.ts';
import { jsonBody } from '../../src/core/api/requestBody.ts';
import { parseRoom } from '../../src/core/api/resourceShapes.ts';
import { collect, useSession } from './session.ts';

describe('Lists of the service', () => {
  const session = useSession();

  it('lists all rooms over three pages, each once and in order', async () => {
    const { items: whole } = await collect(session.client.listRooms({ max: 1000 }));
    const max = Math.ceil(whole.length / 3);
    const { items, pageCount } = await collect(session.client.listRooms({ max }));
    assert.equal(pageCount, 3);
    assert.deepEqual(items, whole);
    assert.equal(new Set(items.map(({ id }) => id)).size, whole.length);
    assert.ok(
      whole.length >= 20 && whole.some(({ isLocked }) => isLocked) && whole.some(({ type }) => type !== 'group'),
    );
  });

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

  it('lists messages and members of a room', async () => {
    const request = {
      method: 'POST',
      url: `${session.baseUrl}/v1/rooms`,
      body: jsonBody({ title: 'Contract' }),
    } as const;
    const room = parseRoom(await readJsonObject(request, await session.send(request)));
    for (let index = 0; index < 5; index += 1)
      await session.client.createMessage({ roomId: room.id, text: `m${index}` });
    const { items, pageCount } = await collect(session.client.listMessages({ roomId: room.id, max: 2 }));
    assert.deepEqual([items.map(({ text }) => text).sort(), pageCount], [['m0', 'm1', 'm2', 'm3', 'm4'], 3]);
    const me = await session.client.getMe();
    const members = await collect(session.client.listMemberships({ roomId: room.id }));
    const memberIds = members.items.map(({ personId }) => personId);
    assert.deepEqual(memberIds, [me.id]);
  });
});

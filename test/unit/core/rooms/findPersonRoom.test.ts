import assert from 'node:assert/strict';
import { findPersonRoom } from '../../../../src/core/rooms/findPersonRoom.ts';
import { answer } from '../api/scriptedSend.ts';
import { serving } from './serving.ts';

interface Service {
  readonly rooms?: readonly object[];
  /** The other members of each room; a number is a status. */
  readonly members?: Readonly<Record<string, readonly object[] | number>>;
  readonly people?: readonly object[] | number;
  readonly roomsStatus?: number;
}

const zoe = { id: 'zoe', email: 'zoe@example.com', name: 'Zoe' };
const room = (id: string, more: object = {}) => ({ id, title: 'Zoe', type: 'direct', ...more });
const member = (personId: string, personEmail?: string) => ({ id: `M${personId}`, roomId: 'R', personId, personEmail });

function open({ rooms = [], members = {}, people = [], roomsStatus = 200 }: Service) {
  const list = (items: readonly object[] | number) =>
    typeof items === 'number' ? answer(items) : answer(200, { items });
  const { client, sent } = serving(({ pathname, searchParams }) => {
    if (pathname === '/v1/rooms') return roomsStatus === 200 ? list(rooms) : answer(roomsStatus);
    if (pathname === '/v1/people') return list(people);
    const given = members[searchParams.get('roomId') ?? ''] ?? [];
    return typeof given === 'number' ? answer(given) : list([member('me', 'me@example.com'), ...given]);
  });
  const find = (toPerson: Parameters<typeof findPersonRoom>[1]['toPerson'] = zoe, isThorough = true) =>
    findPersonRoom(client, { toPerson, ownPersonId: 'me', isThorough });
  return { find, paths: () => sent.map(({ request }) => request.url.replace(/^.*\/v1/, '')) };
}

describe('findPersonRoom', () => {
  const [other, same] = [[member('other', 'zoe.b@example.com')], [member('zoe', 'ZOE@example.com')]];

  it('finds the room by the id or the address of its member, the last active first, and not by its title', async () => {
    const rooms = [
      room('old', { lastActivity: '2026-01-01T00:00:00.000Z' }),
      room('new', { title: 'Z.', lastActivity: '2026-01-02T00:00:00.000Z' }),
    ];
    const { find, paths } = open({ rooms, members: { old: other, new: same } });
    assert.deepEqual(await find(), { kind: 'in-room', roomId: 'new' });
    assert.ok(paths()[1]?.endsWith('roomId=new'));
    assert.deepEqual(await find({ email: 'zoe@example.com', name: 'x' }), { kind: 'in-room', roomId: 'new' });
    assert.deepEqual(await find({ id: 'zoe', name: 'x' }), { kind: 'in-room', roomId: 'new' });
  });

  it('is certain that there is none only if every direct room is with another person', async () => {
    assert.deepEqual(await open({}).find(), { kind: 'absent' });
    assert.deepEqual(await open({ rooms: [room('g', { type: 'group' })] }).find(), { kind: 'absent' });
    assert.deepEqual(await open({ rooms: [room('a'), room('b')], members: { a: other, b: other } }).find(), {
      kind: 'absent',
    });
  });

  const unclear: readonly [string, Service, Parameters<ReturnType<typeof open>['find']>[0]?][] = [
    ['the members of a room cannot be read', { rooms: [room('a'), room('b')], members: { a: other, b: 403 } }],
    ['a room has no other member', { rooms: [room('a')], members: { a: [] } }],
    ['a member has no id', { rooms: [room('a')], members: { a: [{ id: 'M' }] } }],
    ['a room has no id', { rooms: [{ title: 'Zoe', type: 'direct' }] }],
    ['a room has no type', { rooms: [{ id: 'a', title: 'Zoe' }], members: { a: 404 } }],
    [
      'only an address is known, which may be one of several',
      { rooms: [room('a')], members: { a: other } },
      { email: 'alias@example.com', name: 'alias' },
    ],
  ];
  for (const [what, service, person] of unclear) {
    it(`is not certain if ${what}`, async () => {
      assert.deepEqual(await open(service).find(person), { kind: 'unclear' });
    });
  }

  it('asks for the id of an address, with or without the filter', async () => {
    const service = { rooms: [room('a'), room('b')], members: { a: other, b: [member('zoe', 'first@example.com')] } };
    const person = { email: 'zoe@example.com', name: 'x' };
    const people = [{ id: 'x' }, { id: 'zoe', emails: ['first@example.com', 'zoe@example.com'] }];
    assert.deepEqual(await open({ ...service, people }).find(person), { kind: 'in-room', roomId: 'b' });
    assert.deepEqual(await open({ ...service, people: 400 }).find(person), { kind: 'unclear' });
  });

  it('looks at the newest rooms first, and at all of them only in the last check', async () => {
    const rooms = Array.from({ length: 40 }, (_, index) => room(`r${index}`));
    const members = Object.fromEntries(rooms.map(({ id }) => [id, other]));
    const { find, paths } = open({ rooms, members });
    assert.deepEqual(await find(zoe, false), { kind: 'unclear' });
    assert.equal(paths().length, 21);
    assert.deepEqual(await find(zoe), { kind: 'absent' });
    assert.equal(paths().length, 21 + 41);
  });
});

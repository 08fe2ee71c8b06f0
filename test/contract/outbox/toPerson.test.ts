import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { NewShare } from '../../../src/core/outbox/newShare.ts';
import type { Outbox } from '../../../src/core/outbox/outbox.ts';
import { directTarget } from '../../../src/core/rooms/directPerson.ts';
import { passTime } from '../../support/fakes/passTime.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../support/harness/temporaryFolder.ts';
import { collect, openSession, type Session } from '../session.ts';
import { account, createOutbox } from './createOutbox.ts';

describe('Shares to a person', function () {
  this.timeout(20_000);
  let session: Session;
  let outbox: Outbox;
  let temporary: TemporaryFolder;
  async function open(options: Parameters<typeof openSession>[0] = {}): Promise<void> {
    session = await openSession(options);
    temporary = createTemporaryFolder();
    outbox = await createOutbox(session, folder());
  }
  const folder = () => join(temporary.path, 'outbox');
  beforeEach(() => open());
  afterEach(async () => {
    outbox.dispose();
    await session.close();
    await temporary.remove();
  });

  const post = { method: 'POST', path: '/v1/messages' };
  const noor = { email: 'noor.haddad@example.com', name: 'Noor Haddad' };
  const text = (markdown: string, person: NewShare['room']['toPerson'] = noor): NewShare => {
    const { id, title, toPerson } = directTarget(person);
    return { room: { id, title, toPerson, account }, name: 'a.ts', content: { kind: 'text', markdown } };
  };
  const share = (newShare: NewShare) => passTime(session.clock, outbox.share(newShare), session);
  const directRooms = async () =>
    (await collect(session.client.listRooms({}))).items.filter(({ type }) => type === 'direct');
  const received = async () => (await session.received()).map(({ markdown, roomId }) => [markdown, roomId]);
  const personId = async (displayName: string) =>
    (await collect(session.client.listPeople({ displayName }))).items[0]?.id ?? assert.fail();

  it('create the direct room, which the record names, and are deleted from it', async () => {
    const before = (await directRooms()).length;
    const { record, message } = await share(text('hello', { id: await personId('Noor'), name: 'Noor Haddad' }));
    const rooms = await directRooms();
    assert.equal(rooms.length, before + 1);
    const room = rooms.find(({ title }) => title === 'Noor Haddad') ?? assert.fail();
    assert.deepEqual([record?.state, record?.roomId, record?.toPerson], ['sent', room.id, undefined]);
    assert.equal(message?.roomId, room.id);
    assert.deepEqual(await received(), [['hello', room.id]]);
    await outbox.undo(record?.id ?? '');
    assert.deepEqual((await collect(session.client.listMessages({ roomId: room.id }))).items, []);
  });

  it('use a direct room that exists, by its address in any case', async () => {
    const { id } = (await directRooms()).find(({ title }) => title === 'Mateo Silva') ?? assert.fail();
    const { record } = await share(text('hello', { email: 'Mateo.Silva@Example.com', name: 'Mateo' }));
    assert.equal(record?.roomId, id);
    assert.deepEqual(await received(), [['hello', id]]);
  });

  it('are left to the user if the answer is lost and the members of the rooms cannot be read', async () => {
    await session.fault({ kind: 'cut', when: 'after' }, post, { times: 1 });
    await session.fault({ kind: 'status', status: 403 }, { path: '/v1/memberships' });
    const { record } = await share(text('hello'));
    assert.deepEqual([record?.state, record?.reason], ['unknown', { kind: 'room-unclear' }]);
    await passTime(session.clock, outbox.resume(true), session);
    assert.equal((await received()).length, 1);
    await outbox.markSent(record?.id ?? '');
    const shares = outbox.snapshot.shares.map(({ state, toPerson }) => [state, toPerson]);
    assert.deepEqual(shares, [['sent', noor]]);
  });

  it('fail if the service does not know the person, whatever the shape of its answer', async () => {
    const before = (await directRooms()).length;
    const unknown = text('hello', { email: 'x@example.com', name: 'x' });
    const answers = [
      undefined,
      { kind: 'status', status: 404, body: '', contentType: 'text/plain' },
      { kind: 'status', status: 404, body: '<h1>Not found</h1>', contentType: 'text/html' },
      { kind: 'status', status: 400, body: { errors: [{ description: 'no such person' }] } },
    ];
    for (const effect of answers) {
      if (effect !== undefined) await session.fault(effect, post, { times: 1 });
      const { record } = await share(unknown);
      assert.deepEqual([record?.state, record?.reason?.kind], ['failed', 'person-refused']);
    }
    assert.deepEqual(await received(), []);
    assert.equal((await directRooms()).length, before);
  });

  it('fail without a second request if the service knows no messages to people', async () => {
    await session.close();
    await open({ directMessages: false });
    const { record } = await share(text('hello'));
    assert.deepEqual([record?.state, record?.reason], ['failed', { kind: 'person-refused', detail: '400' }]);
    await passTime(session.clock, outbox.resume(true), session);
    assert.equal(session.traffic.filter(({ request }) => request.method === 'POST').length, 1);
    assert.deepEqual(await received(), []);
  });
});

import assert from 'node:assert/strict';
import { type Message, openTestSandbox, refusal, type TestSandbox } from './openTestSandbox.ts';

describe('messages to a person in the sandbox', () => {
  let test: TestSandbox;
  beforeEach(() => {
    test = openTestSandbox();
  });
  afterEach(() => test.sandbox.close());

  const toPersonEmail = 'noor.haddad@example.com';
  const post = (json: object, token?: string) =>
    test.call('POST', '/v1/messages', { json, ...(token === undefined ? {} : { token }) });
  const posted = async (json: object, token?: string) => {
    const response = await post(json, token);
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as Message;
  };
  const idOf = async (name: string) => {
    const { items } = await test.read<{ items: { id: string }[] }>(`/v1/people?displayName=${name}`);
    return items[0]?.id ?? assert.fail();
  };
  const direct = async () => (await test.rooms()).filter(({ type }) => type === 'direct').map(({ title }) => title);

  it('create the direct room once, by email, id and from both sides', async () => {
    const first = await posted({ toPersonEmail: 'NOOR.Haddad@example.com', text: 'one' });
    const second = await posted({ toPersonId: await idOf('Noor'), text: 'two' });
    const token = await test.tokenOf(toPersonEmail);
    const answered = await posted({ toPersonEmail: 'ada.park@example.com', text: 'three' }, token);
    const file = new FormData();
    file.set('toPersonEmail', toPersonEmail);
    file.set('files', new File(['x'], 'a.txt'));
    const response = await test.call('POST', '/v1/messages', { body: file });
    const withFile = (await response.json()) as Message;
    assert.deepEqual([second.roomId, answered.roomId, withFile.roomId], Array(3).fill(first.roomId));
    assert.deepEqual((await direct()).filter((title) => title === 'Noor Haddad').length, 1);
    const { items } = await test.read<{ items: { personEmail: string; isModerator: boolean }[] }>(
      `/v1/memberships?roomId=${first.roomId}`,
    );
    assert.deepEqual(items.map(({ personEmail, isModerator }) => [personEmail, isModerator]).sort(), [
      ['ada.park@example.com', false],
      [toPersonEmail, false],
    ]);
  });

  it('use a direct room that exists', async () => {
    const { id } = await test.room('Mateo Silva');
    const before = await direct();
    assert.equal((await posted({ toPersonEmail: 'mateo.silva@example.com', text: 'x' })).roomId, id);
    assert.deepEqual((await direct()).sort(), before.sort());
  });

  it('answer with 404 for an unknown person, and with 400 for oneself, two destinations and none', async () => {
    const { id: roomId } = await test.room('Mobile');
    const before = await direct();
    assert.match(await refusal(await post({ toPersonEmail: 'x@example.com', text: 'x' }), 404), /email/);
    assert.match(await refusal(await post({ toPersonId: 'x', text: 'x' }), 404), /id/);
    for (const json of [
      { toPersonEmail: 'ada.park@example.com' },
      { toPersonEmail, roomId },
      { toPersonEmail, toPersonId: await idOf('Noor') },
      { toPersonEmail: '' },
      { toPersonId: 'a\0b' },
      { toPersonEmail, parentId: (await posted({ roomId, text: 'x' })).id },
    ]) {
      await refusal(await post({ ...json, text: 'x' }), 400);
    }
    assert.deepEqual(await direct(), before);
  });

  it('are not known by a service without them, which only knows rooms', async () => {
    const plain = openTestSandbox({ directMessages: false });
    const call = (json: object) => plain.call('POST', '/v1/messages', { json });
    assert.match(await refusal(await call({ toPersonEmail, text: 'x' }), 400), /“roomId” is required/);
    const form = new FormData();
    form.set('toPersonEmail', toPersonEmail);
    form.set('files', new File(['x'], 'a.txt'));
    const response = await plain.call('POST', '/v1/messages', { body: form });
    assert.match(await refusal(response, 400), /“roomId” is required/);
    const { id: roomId } = await plain.room('Mobile');
    assert.equal((await call({ roomId, toPersonEmail, text: 'x' })).status, 200);
    await plain.sandbox.close();
  });

  it('find a person by the exact address', async () => {
    const find = async (query: string) =>
      (await test.read<{ items: { emails: string[] }[] }>(`/v1/people?${query}`)).items.map(({ emails }) => emails[0]);
    assert.deepEqual(await find('email=Noor.Haddad@example.com'), [toPersonEmail]);
    assert.deepEqual(await find('email=noor'), []);
    assert.deepEqual(await find(`email=${toPersonEmail}&displayName=Ada`), []);
  });
});

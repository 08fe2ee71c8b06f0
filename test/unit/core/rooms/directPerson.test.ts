import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { directTarget, findPeople, isEmailAddress, personRefOf } from '../../../../src/core/rooms/directPerson.ts';
import { answer, scriptedSend } from '../api/scriptedSend.ts';

function serving(reply: (url: URL) => ReturnType<typeof answer>) {
  const { send, sent } = scriptedSend(({ url }) => reply(new URL(url)));
  return { client: createServiceClient({ baseUrl: 'https://service.test', send }), sent };
}

describe('isEmailAddress', () => {
  it('accepts one address and no name', () => {
    const texts = [
      'zoe@example.com',
      "o'neill+x@mail.example.co",
      'zoe',
      'zoe@',
      '@example.com',
      'zoe@example',
      'a b@c.d',
    ];
    assert.deepEqual(texts.filter(isEmailAddress), texts.slice(0, 2));
    for (const text of ['zoe@@example.com', '<zoe@example.com>', `${'x'.repeat(250)}@example.com`, 'zoe@example.com.'])
      assert.ok(!isEmailAddress(text), text);
  });
});

describe('findPeople', () => {
  const [ada, zoe] = [
    { id: 'ada', displayName: 'Ada', emails: ['ada@example.com'] },
    { id: 'zoe', displayName: 'Zoe', emails: ['old@example.com', 'Zoe@example.com'] },
  ];
  const search = (client: Parameters<typeof findPeople>[0], text: string) =>
    findPeople(client, { text, ownPersonId: 'ada' });

  it('filters by name, and leaves out the user and people without an id', async () => {
    const { client, sent } = serving(() => answer(200, { items: [ada, zoe, { displayName: 'Without id' }] }));
    assert.deepEqual(await search(client, 'z'), [zoe]);
    assert.equal(sent[0]?.request.url, 'https://service.test/v1/people?displayName=z&max=50');
  });

  it('finds an address also if the service ignores the filter', async () => {
    const { client, sent } = serving(() => answer(200, { items: [ada, zoe, { id: 'x', displayName: 'No address' }] }));
    assert.deepEqual(await search(client, 'zoe@Example.com'), [zoe]);
    assert.equal(sent[0]?.request.url, 'https://service.test/v1/people?email=zoe%40Example.com&max=50');
    assert.deepEqual(await search(client, 'other@example.com'), []);
  });

  it('finds no address if the service refuses the filter, and reports other errors', async () => {
    for (const status of [400, 403, 404, 405])
      assert.deepEqual(await search(serving(() => answer(status)).client, 'zoe@example.com'), []);
    for (const [status, text] of [
      [500, 'zoe@example.com'],
      [400, 'zoe'],
    ] as const) {
      await assert.rejects(search(serving(() => answer(status)).client, text), ServiceError);
    }
  });

  it('names a person by the first field that the service returns', () => {
    assert.deepEqual(personRefOf(zoe), { id: 'zoe', email: 'old@example.com', name: 'Zoe' });
    assert.deepEqual(personRefOf({ id: 'x', emails: ['x@example.com'] }).name, 'x@example.com');
    assert.deepEqual(personRefOf({ id: 'x', displayName: '' }), { id: 'x', name: 'x' });
    const { id, title, toPerson } = directTarget(personRefOf(zoe));
    assert.deepEqual([id, title, toPerson?.id], ['', 'Zoe', 'zoe']);
  });
});

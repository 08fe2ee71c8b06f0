import assert from 'node:assert/strict';
import { directTarget, findPeople, isEmailAddress, personRefOf } from '../../../../src/core/rooms/directPerson.ts';
import { answer } from '../api/scriptedSend.ts';
import { serving } from './serving.ts';

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

  it('finds an address also if the service ignores the filter', async () => {
    const { client, sent } = serving(() => answer(200, { items: [ada, zoe, { id: 'x', displayName: 'No address' }] }));
    assert.deepEqual(await search(client, 'zoe@Example.com'), [zoe]);
    assert.equal(sent[0]?.request.url, 'https://service.test/v1/people?email=zoe%40Example.com&max=50');
    assert.deepEqual(await search(client, 'other@example.com'), []);
  });

  it('names a person by the first field that the service returns', () => {
    assert.deepEqual(personRefOf(zoe), { id: 'zoe', email: 'old@example.com', name: 'Zoe' });
    assert.deepEqual(personRefOf({ id: 'x', emails: ['x@example.com'] }).name, 'x@example.com');
    assert.deepEqual(personRefOf({ id: 'x', displayName: '' }), { id: 'x', name: 'x' });
    const { id, title, toPerson } = directTarget(personRefOf(zoe));
    assert.deepEqual([id, title, toPerson?.id], ['', 'Zoe', 'zoe']);
  });
});

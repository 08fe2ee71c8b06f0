import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { findDirectRoom } from '../../../../src/core/rooms/findPersonRoom.ts';
import { readAudience } from '../../../../src/core/rooms/roomPeople.ts';
import { answer } from '../api/scriptedSend.ts';
import { serving } from './serving.ts';

const member = (personId: string, personEmail?: string) => ({ id: `M${personId}`, roomId: 'R', personId, personEmail });

describe('readAudience', () => {
  it("counts people, and those with another e-mail domain than the user's", async () => {
    const items = [
      member('me', 'ada@Example.com'),
      member('2', 'bo@example.COM'),
      member('3', 'x@other.org'),
      member('4'),
    ];
    const { client, sent } = serving(() => answer(200, { items }));
    const audience = await readAudience(client, 'R', 'me');
    assert.deepEqual(audience, {
      ...{ peopleCount: 4, hasMore: false, externalCount: 1, unknownCount: 1 },
      otherEmail: undefined,
    });
    assert.equal(sent[0]?.request.url, 'https://service.test/v1/memberships?roomId=R&max=1000');
  });

  it("returns no external count when the user's domain is not known", async () => {
    for (const items of [[member('2', 'x@other.org')], [member('me', 'ada@'), member('2', 'x@other.org')]]) {
      const { client } = serving(() => answer(200, { items }));
      assert.equal((await readAudience(client, 'R', 'me'))?.externalCount, undefined);
    }
  });

  it('reads one page and reports whether there are more', async () => {
    const { client, sent } = serving(() =>
      answer(200, { items: [member('me', 'a@b')] }, { link: '<https://service.test/v1/memberships?p=2>; rel="next"' }),
    );
    assert.equal((await readAudience(client, 'R', 'me'))?.hasMore, true);
    assert.equal(sent.length, 1);
  });

  it('returns undefined when memberships are refused or missing, and throws other errors', async () => {
    for (const status of [403, 404, 405, 410]) {
      assert.equal(await readAudience(serving(() => answer(status)).client, 'R', 'me'), undefined);
    }
    assert.equal(await readAudience(serving(() => answer(200, { items: [] })).client, 'R', 'me'), undefined);
    await assert.rejects(readAudience(serving(() => answer(500)).client, 'R', 'me'), ServiceError);
  });
});

describe('findDirectRoom', () => {
  const ada = { person: { id: 'ada', displayName: 'Ada Park' }, ownPersonId: 'me' };
  const direct = (id: string, title: string) => ({ id, title, type: 'direct' });
  const twins = [
    direct('1', 'ada  PARK'),
    direct('2', 'Ada Park'),
    direct('3', 'Bo'),
    { ...direct('4', 'Ada Park'), type: 'group' },
  ];

  it('matches by name only when memberships cannot be read, and returns all candidates', async () => {
    const { client } = serving(() => answer(403));
    assert.deepEqual(await findDirectRoom(client, [direct('2', 'Ada Park'), direct('3', 'Bo')], ada), [
      direct('2', 'Ada Park'),
    ]);
    assert.deepEqual(await findDirectRoom(client, twins, ada), twins.slice(0, 2));
  });

  it('returns none when no room has that name, or when it belongs to another person', async () => {
    const { client, sent } = serving(() => answer(200, { items: [member('other')] }));
    assert.deepEqual(await findDirectRoom(client, twins, ada), []);
    const unnamed = serving(() => answer(200, { items: [member('me'), member('')] })).client;
    assert.deepEqual(await findDirectRoom(unnamed, twins, ada), []);
    assert.deepEqual(await findDirectRoom(client, twins, { ...ada, person: { id: 'x', displayName: '\u202e' } }), []);
    const errors = { title: { code: 'kms_failure', reason: '' } };
    assert.deepEqual(await findDirectRoom(client, [{ ...direct('5', 'Ada Park'), errors }], ada), []);
    assert.equal(sent.length, 2);
  });
});

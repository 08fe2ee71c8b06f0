import assert from 'node:assert/strict';
import { createScopeNames, scopeEntries } from '../../../../src/servers/sandbox/scopes.ts';
import { type Room, refusal, useSandbox } from './openTestSandbox.ts';

const namesOf = (kind: string) => scopeEntries.filter((entry) => entry.kind === kind).map(({ name }) => name);
const userScopes = namesOf('user').map((name) => `svc:${name}`);

describe('credentials and scopes of the sandbox', () => {
  const test = useSandbox();

  it('reject a call without credentials, with another scheme, or with an unknown token', async () => {
    for (const authorization of [undefined, '', 'Basic YTpi', test.token, 'Bearer', 'Bearer guessed']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await test.call('GET', '/v1/rooms', { token: null, headers });
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer /);
      await refusal(response, 401);
    }
  });

  it('include the whole tables: 14 user, 9 compliance and 26 admin scopes', () => {
    const names = createScopeNames('svc');
    assert.deepEqual(
      ['user', 'compliance', 'admin'].map((kind) => namesOf(kind).length),
      [14, 9, 26],
    );
    assert.equal(names.find('svc-admin:places_write')?.grants, 'Update places');
    assert.equal(names.find('svc-compliance:messages_write')?.grants, 'Delete messages in all spaces');
    assert.equal(createScopeNames('demo').name('admin', 'rooms_read'), 'demo-admin:rooms_read');
    assert.equal(names.find('svc:teams_read')?.grants, "List the user's teams");
  });

  const needed: [string, string, string][] = [
    ['GET', '/v1/people/me', 'svc:people_read'],
    ['GET', '/v1/people', 'svc:people_read'],
    ['GET', '/v1/rooms', 'svc:rooms_read'],
    ['POST', '/v1/rooms', 'svc:rooms_write'],
    ['POST', '/v1/messages', 'svc:messages_write'],
    ['GET', '/v1/messages', 'svc:messages_read'],
    ['GET', '/v1/messages/x', 'svc:messages_read'],
    ['DELETE', '/v1/messages/x', 'svc:messages_write'],
    ['GET', '/v1/contents/x', 'svc:messages_read'],
    ['GET', '/v1/memberships', 'svc:memberships_read'],
    ['POST', '/v1/memberships', 'svc:memberships_write'],
  ];
  for (const [method, path, scope] of needed) {
    it(`allows ${method} ${path} only with ${scope} or svc:all`, async () => {
      const others = userScopes.filter((name) => name !== scope && name !== 'svc:all');
      const without = await test.call(method, path, { token: await test.tokenOf('ada.park@example.com', others) });
      assert.ok((await refusal(without, 403)).includes(scope));
      for (const sufficient of [[scope], ['svc:all']]) {
        const token = await test.tokenOf('ada.park@example.com', sufficient);
        assert.notEqual((await test.call(method, path, { token })).status, 403);
      }
    });
  }

  it('give an administrator all rooms with the scope for it, and only the own ones with svc:all', async () => {
    const titles = async (scopes: string[]) => {
      const token = await test.tokenOf('grace.lindqvist@example.com', scopes);
      const items = await test.list<Room>('/v1/rooms', { token });
      return items.map((room) => room.title);
    };
    assert.ok(!(await titles(['svc:all'])).includes('Builds'), 'she is not in it');
    assert.ok((await titles(['svc-admin:rooms_read'])).includes('Builds'));
    assert.ok((await titles(['svc-compliance:rooms_read'])).includes('Builds'));
  });
});

import assert from 'node:assert/strict';
import { createScopeNames, scopeEntries } from '../../../../src/servers/sandbox/store/scopes.ts';
import { type Room, refusal, useSandbox } from './openTestSandbox.ts';

const namesOf = (kind: string) => scopeEntries.filter((entry) => entry.kind === kind).map(({ name }) => name);
const userScopes = namesOf('user').map((name) => `svc:${name}`);

/** The operations that need each scope. */
const operations: Readonly<Record<string, readonly string[]>> = {
  'svc:people_read': ['GET /v1/people/me', 'GET /v1/people'],
  'svc:rooms_read': ['GET /v1/rooms'],
  'svc:rooms_write': ['POST /v1/rooms'],
  'svc:messages_read': ['GET /v1/messages', 'GET /v1/messages/x', 'GET /v1/contents/x'],
  'svc:messages_write': ['POST /v1/messages', 'DELETE /v1/messages/x'],
  'svc:memberships_read': ['GET /v1/memberships'],
  'svc:memberships_write': ['POST /v1/memberships'],
};

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
    const counts = ['user', 'compliance', 'admin'].map((kind) => namesOf(kind).length);
    assert.deepEqual(counts, [14, 9, 26]);
    assert.equal(names.find('svc-admin:places_write')?.grants, 'Update places');
    assert.equal(names.find('svc-compliance:messages_write')?.grants, 'Delete messages in all spaces');
    assert.equal(createScopeNames('demo').name('admin', 'rooms_read'), 'demo-admin:rooms_read');
    assert.equal(names.find('svc:teams_read')?.grants, "List the user's teams");
  });

  it('allow an operation only with its scope or svc:all', async () => {
    for (const [scope, each] of Object.entries(operations)) {
      const others = userScopes.filter((name) => name !== scope && name !== 'svc:all');
      const tokens = await Promise.all(
        [others, [scope], ['svc:all']].map((scopes) => test.tokenOf('ada.park@example.com', scopes)),
      );
      for (const operation of each) {
        const [method = '', path = ''] = operation.split(' ');
        const [without, ...sufficient] = tokens.map((token) => test.call(method, path, { token }));
        assert.ok((await refusal(without ?? assert.fail(), 403)).includes(scope), operation);
        for (const answer of await Promise.all(sufficient)) assert.notEqual(answer.status, 403, operation);
      }
    }
  });

  it('give an administrator all rooms with the scope for it, and only the own ones with svc:all', async () => {
    const sees = async (scope: string) => {
      const token = await test.tokenOf('grace.lindqvist@example.com', [scope]);
      return (await test.list<Room>('/v1/rooms', { token })).some(({ title }) => title === 'Builds');
    };
    const seen = await Promise.all(['svc:all', 'svc-admin:rooms_read', 'svc-compliance:rooms_read'].map(sees));
    assert.deepEqual(seen, [false, true, true], 'she is not in it');
    const token = await test.tokenOf('ada.park@example.com', ['svc-admin:rooms_read']);
    await refusal(test.call('GET', '/v1/rooms', { token }), 403, /not an administrator/);
  });
});

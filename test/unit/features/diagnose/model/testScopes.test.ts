import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../../src/core/api/client.ts';
import { type NeededScope, neededScopes } from '../../../../../src/core/auth/signIn/scopes.ts';
import { testScopes } from '../../../../../src/features/diagnose/model/testScopes.ts';
import { createSandboxSend } from '../../../../support/fakes/sandboxSend.ts';

const { signal } = new AbortController();
const room = { id: 'R1', title: 'Design', type: 'group' };
const message = { id: 'M1', roomId: 'R1' };
const membership = { id: 'B1', roomId: 'R1', personId: 'P1' };
const answers: Readonly<Record<string, unknown>> = {
  '/v1/people/me': { id: 'P1' },
  '/v1/rooms': { items: [room] },
  '/v1/messages': { items: [message] },
  '/v1/memberships': { items: [membership] },
};

/** A service that answers some paths with the given statuses, and the others normally. */
function clientOf(statuses: Readonly<Record<string, number>> = {}, changes: Readonly<Record<string, unknown>> = {}) {
  const app = {
    fetch: ({ url }: Request) => {
      const { pathname } = new URL(url);
      return Response.json({ ...answers, ...changes }[pathname], { status: statuses[pathname] ?? 200 });
    },
  };
  return createServiceClient({ baseUrl: 'https://a.example', send: createSandboxSend(app) });
}

const granted = (...scopes: readonly NeededScope[]) => new Map(scopes.map((scope) => [scope, true]));

describe('testScopes', () => {
  it('tests read scopes, and uses the record for write scopes', async () => {
    assert.deepEqual(await testScopes(['spark:messages_write'], clientOf(), signal), granted(...neededScopes));
  });

  it('finds scopes that the service refuses, whatever the record says', async () => {
    const recorded = neededScopes.map((scope) => `svc:${scope}`);
    for (const [path, scope] of [
      ['/v1/people/me', 'people_read'],
      ['/v1/rooms', 'rooms_read'],
      ['/v1/messages', 'messages_read'],
      ['/v1/memberships', 'memberships_read'],
    ] as const) {
      const found = await testScopes(recorded, clientOf({ [path]: 403 }), signal);
      assert.deepEqual(found, granted(...neededScopes).set(scope, false));
    }
  });

  it('does not treat other errors as a missing scope', async () => {
    const broken = { '/v1/people/me': 500, '/v1/rooms': 503 };
    assert.deepEqual(await testScopes([], clientOf(broken), signal), new Map());
  });

  it('cannot test messages without rooms, nor anything without a service', async () => {
    const alone = clientOf({}, { '/v1/rooms': { items: [] } });
    assert.deepEqual(await testScopes([], alone, signal), granted('people_read', 'rooms_read'));
    assert.deepEqual(await testScopes(['svc:all'], undefined, signal), granted(...neededScopes));
    const narrow = await testScopes(['svc:rooms_read'], undefined, signal);
    const given = neededScopes.filter((scope) => narrow?.get(scope));
    assert.deepEqual(given, ['rooms_read']);
    assert.equal(narrow?.get('messages_write'), false);
  });
});

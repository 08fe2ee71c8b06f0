import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api/client.ts';
import { neededScopes } from '../../../../src/core/auth/signIn/scopes.ts';
import { checkScopes } from '../../../../src/core/diagnose/checkSession.ts';
import { createSandboxSend } from '../../../support/fakes/sandboxSend.ts';

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

describe('checkScopes', () => {
  it('tests read scopes, and uses the record for write scopes', async () => {
    const found = await checkScopes(['spark:messages_write'], clientOf(), signal);
    assert.ok(found.result === 'compared' && found.outcome === 'good');
    assert.deepEqual(found.granted, neededScopes);
  });

  it('reports scopes that the service refuses, whatever the record says', async () => {
    const recorded = neededScopes.map((scope) => `svc:${scope}`);
    for (const [path, scope] of [
      ['/v1/people/me', 'people_read'],
      ['/v1/rooms', 'rooms_read'],
      ['/v1/messages', 'messages_read'],
      ['/v1/memberships', 'memberships_read'],
    ] as const) {
      const found = await checkScopes(recorded, clientOf({ [path]: 403 }), signal);
      assert.ok(found.result === 'compared' && found.outcome === 'bad');
      assert.deepEqual(found.missing, [scope]);
    }
  });

  it('does not treat other errors as a missing scope', async () => {
    const broken = { '/v1/people/me': 500, '/v1/rooms': 503 };
    const found = await checkScopes([], clientOf(broken), signal);
    assert.ok(found.result === 'compared' && found.outcome === 'note');
    assert.deepEqual(found.unknown, neededScopes);
  });

  it('cannot test messages without rooms, nor anything without a service', async () => {
    const alone = await checkScopes([], clientOf({}, { '/v1/rooms': { items: [] } }), signal);
    assert.ok(alone.result === 'compared');
    assert.deepEqual(alone.unknown, ['messages_read', 'messages_write', 'memberships_read']);
    const offline = await checkScopes(['svc:all'], undefined, signal);
    assert.ok(offline.result === 'compared');
    assert.deepEqual(offline.granted, neededScopes);
    const narrow = await checkScopes(['svc:rooms_read'], undefined, signal);
    assert.ok(narrow.result === 'compared');
    assert.deepEqual(narrow.granted, ['rooms_read']);
  });

  it('reports a token that is rejected', async () => {
    assert.equal((await checkScopes([], clientOf({ '/v1/people/me': 401 }), signal)).result, 'token-rejected');
  });
});

import { newState, type PendingFlow } from '../../../../src/core/auth/pendingFlow.ts';

/** A sign-in begun when the manual clock begins. */
export function samplePendingFlow(fields: Partial<PendingFlow> = {}): PendingFlow {
  return {
    state: newState(),
    kind: 'integration',
    baseUrl: 'https://chat.example.com',
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    redirectUri: 'vscode://roomside.roomside/callback',
    scopes: ['svc:rooms_read'],
    startedAtMs: Date.UTC(2026, 0, 1),
    ...fields,
  };
}

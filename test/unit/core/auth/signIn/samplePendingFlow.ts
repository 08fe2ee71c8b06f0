import {
  type BrokerFlow,
  type IntegrationFlow,
  newBrokerFlow,
  newSecret,
} from '../../../../../src/core/auth/signIn/pendingFlow.ts';

/** A sign-in that started at the start of the manual clock. */
export function samplePendingFlow(fields: Partial<IntegrationFlow> = {}): IntegrationFlow {
  return {
    ...{ state: newSecret(32), verifier: newSecret(32) },
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

/** A sign-in through a broker that started at the start of the manual clock. */
export function sampleBrokerFlow(fields: Partial<BrokerFlow> = {}): BrokerFlow {
  const facts = {
    kind: 'broker',
    baseUrl: 'https://chat.example.com',
    brokerUrl: 'https://broker.example.com',
  } as const;
  const flow = newBrokerFlow({ ...facts, scopes: ['svc:rooms_read'], startedAtMs: Date.UTC(2026, 0, 1) });
  return { ...flow, ...fields };
}

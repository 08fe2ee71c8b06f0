import assert from 'node:assert/strict';
import {
  flowLifetimeMs,
  newIntegrationFlow,
  newSecret,
  purgeExpiredFlows,
  storeFlow,
  takeFlow,
} from '../../../../../src/core/auth/signIn/pendingFlow.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';
import { sampleBrokerFlow, samplePendingFlow } from './samplePendingFlow.ts';

describe('a new sign-in', () => {
  it('[S2] has new random values each time, safe in any query', () => {
    const { state: _, verifier: __, ...facts } = samplePendingFlow();
    const [service, broker] = [newIntegrationFlow(facts), sampleBrokerFlow()];
    assert.match(broker.state, /^[A-Za-z0-9_-]{22}$/);
    for (const secret of [service.state, service.verifier, broker.verifier, broker.refreshSecret])
      assert.match(secret, /^[A-Za-z0-9_-]{43}$/);
    const values = Array.from({ length: 1000 }, () => [
      ...Object.values(newIntegrationFlow(facts)).slice(-2),
      ...Object.values(sampleBrokerFlow()).slice(-3),
    ]);
    assert.equal(new Set(values.flat()).size, 5000);
  });

  for (const [own, other, newFlow] of [
    ['service', 'broker', () => samplePendingFlow({ kind: 'sandbox' })],
    ['broker', 'service', () => sampleBrokerFlow({ kind: 'sandbox' })],
  ] as const) {
    it(`through a ${own} is taken as it was stored, and never by a callback of a ${other}`, async () => {
      const [secrets, clock, flow] = [new MemorySecretStore(), new ManualClock(), newFlow()];
      const store = { secrets, lock: new MemoryLock() };
      await storeFlow(secrets, flow);
      assert.equal(await takeFlow(store, { from: other, state: flow.state }, clock), undefined);
      assert.equal(secrets.entries.size, 1, 'it still waits for its own callback');
      assert.deepEqual(await takeFlow(store, { from: own, state: flow.state }, clock), flow);
      assert.equal(secrets.entries.size, 0);
    });
  }
});

describe('a pending flow', () => {
  async function withFlow() {
    const secrets = new MemorySecretStore();
    const clock = new ManualClock();
    const flow = samplePendingFlow();
    await storeFlow(secrets, flow);
    const take = (state = flow.state, from: 'service' | 'broker' = 'service') =>
      takeFlow({ secrets, lock: new MemoryLock() }, { from, state }, clock);
    return { secrets, clock, flow, take };
  }

  it('expires after ten minutes, and is then removed', async () => {
    const { secrets, clock, flow, take } = await withFlow();
    clock.advance(flowLifetimeMs);
    assert.equal(flowLifetimeMs, 600_000);
    assert.deepEqual(await take(), flow);
    await storeFlow(secrets, flow);
    clock.advance(1);
    assert.equal(await take(), undefined);
    assert.equal(secrets.entries.size, 0);
  });

  it('is not read for a state of a foreign format', async () => {
    const { secrets, flow, take } = await withFlow();
    const foreign = [
      '',
      'x',
      flow.state.slice(1),
      `${flow.state}A`,
      `../${flow.state.slice(3)}`,
      `${flow.state}\n`,
      `${flow.state.slice(0, 42)}=`,
    ];
    const reads = secrets.reads.length;
    for (const state of foreign) assert.equal(await take(state), undefined);
    assert.equal(secrets.reads.length, reads);
    assert.equal(secrets.entries.has(`flow.v1.${flow.state}`), true);
  });

  it('is not taken from a record that is broken, newer, or of another state', async () => {
    const { secrets, clock, flow, take } = await withFlow();
    const key = `flow.v1.${flow.state}`;
    const record = { version: 1, ...flow };
    for (const stored of [
      '{',
      '[]',
      JSON.stringify({ ...record, version: 2 }),
      JSON.stringify({ ...record, state: newSecret(32) }),
      JSON.stringify({ ...record, kind: 'personal-token' }),
      JSON.stringify({ ...record, clientSecret: 7 }),
    ]) {
      secrets.entries.set(key, stored);
      await purgeExpiredFlows({ secrets, lock: new MemoryLock() }, clock);
      assert.equal(secrets.entries.get(key), stored, 'its age is not known');
      assert.equal(await take(), undefined);
    }
  });

  it('is taken by one of several windows', async () => {
    const [secrets, clock, lock] = [new MemorySecretStore(), new ManualClock(), new MemoryLock()];
    const flows = Array.from({ length: 8 }, () => sampleBrokerFlow());
    await Promise.all(flows.map((flow) => storeFlow(secrets, flow)));
    const take = ({ state }: { state: string }) => takeFlow({ secrets, lock }, { from: 'broker', state }, clock);
    const taken = await Promise.all([...flows, ...flows].map(take));
    assert.equal(taken.filter((flow) => flow !== undefined).length, 8);
    assert.equal(secrets.entries.size, 0);
    assert.equal(lock.writes, lock.holds);
  });
});

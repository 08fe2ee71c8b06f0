import assert from 'node:assert/strict';
import {
  flowLifetimeMs,
  isFlowPending,
  newIntegrationFlow,
  newState,
  purgeExpiredFlows,
  removeFlow,
  storeFlow,
  takeFlow,
} from '../../../../../src/core/auth/signIn/pendingFlow.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../../../support/fakes/memorySecretStore.ts';
import { sampleBrokerFlow, samplePendingFlow } from './samplePendingFlow.ts';

describe('a sign-in with an integration', () => {
  it('[S2] has a new state and PKCE verifier each time, safe in any query', () => {
    const { state, verifier, ...facts } = samplePendingFlow();
    const flows = Array.from({ length: 1000 }, () => newIntegrationFlow(facts));
    const values = flows.flatMap((flow) => [flow.state, flow.verifier]);
    for (const value of values) assert.match(value, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(new Set(values).size, 2000);
  });
});

describe('a sign-in through a broker', () => {
  it('[S2] has a new id, verifier and refresh secret each time, safe in any query', () => {
    const flows = Array.from({ length: 1000 }, () => sampleBrokerFlow());
    for (const [name, shape] of [
      ['state', /^[A-Za-z0-9_-]{22}$/],
      ['verifier', /^[A-Za-z0-9_-]{43}$/],
      ['refreshSecret', /^[A-Za-z0-9_-]{43}$/],
    ] as const) {
      for (const flow of flows) assert.match(flow[name], shape);
    }
    const values = flows.flatMap(({ state, verifier, refreshSecret }) => [state, verifier, refreshSecret]);
    assert.equal(new Set(values).size, 3000);
  });

  it('is taken as it was stored, only by a callback of a broker', async () => {
    const [secrets, clock, flow] = [new MemorySecretStore(), new ManualClock(), sampleBrokerFlow()];
    await storeFlow({ secrets }, flow);
    assert.equal(await takeFlow({ secrets }, { from: 'service', state: flow.state }, clock), undefined);
    assert.deepEqual(await takeFlow({ secrets }, { from: 'broker', state: flow.state }, clock), flow);
    assert.equal(secrets.entries.size, 0);
  });
});

describe('flows of several windows', () => {
  it('are each taken by one window', async () => {
    const [secrets, clock, lock] = [new MemorySecretStore(), new ManualClock(), new MemoryLock()];
    const flows = Array.from({ length: 8 }, () => sampleBrokerFlow());
    await Promise.all(flows.map((flow) => storeFlow({ secrets, lock }, flow)));
    const take = ({ state }: { state: string }) => takeFlow({ secrets, lock }, { from: 'broker', state }, clock);
    const taken = await Promise.all([...flows, ...flows].map(take));
    assert.equal(taken.filter((flow) => flow !== undefined).length, 8);
    assert.equal(secrets.entries.size, 0);
    assert.equal(lock.writes, lock.holds);
  });
});

describe('a pending flow', () => {
  async function withFlow() {
    const secrets = new MemorySecretStore();
    const clock = new ManualClock();
    const flow = samplePendingFlow();
    await storeFlow({ secrets }, flow);
    const take = (state = flow.state, from: 'service' | 'broker' = 'service') =>
      takeFlow({ secrets }, { from, state }, clock);
    return { secrets, clock, flow, take };
  }

  it('is pending until it is taken or removed', async () => {
    const { secrets, flow, take } = await withFlow();
    const other = samplePendingFlow();
    await storeFlow({ secrets }, other);
    assert.equal(await isFlowPending(secrets, flow.state), true);
    await take();
    assert.equal(await isFlowPending(secrets, flow.state), false);
    await removeFlow({ secrets }, other.state);
    assert.equal(await isFlowPending(secrets, other.state), false);
  });

  it('expires after ten minutes, and is then removed', async () => {
    const { secrets, clock, flow, take } = await withFlow();
    clock.advance(flowLifetimeMs);
    assert.equal(flowLifetimeMs, 600_000);
    assert.deepEqual(await take(), flow);
    await storeFlow({ secrets }, flow);
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
    const { secrets, flow, take } = await withFlow();
    const key = `flow.v1.${flow.state}`;
    const record = { version: 1, ...flow };
    for (const stored of [
      '{',
      '[]',
      JSON.stringify({ ...record, version: 2 }),
      JSON.stringify({ ...record, state: newState() }),
      JSON.stringify({ ...record, kind: 'personal-token' }),
      JSON.stringify({ ...record, clientSecret: 7 }),
    ]) {
      secrets.entries.set(key, stored);
      assert.equal(await take(), undefined);
    }
  });
});

describe('abandoned flows', () => {
  const minuteMs = 60_000;

  /** Flows that started this many minutes ago. */
  async function withFlows(minutesAgo: readonly number[]) {
    const secrets = new MemorySecretStore();
    const clock = new ManualClock();
    const flows = minutesAgo.map((minutes) => samplePendingFlow({ startedAtMs: clock.now() - minutes * minuteMs }));
    for (const flow of flows) await storeFlow({ secrets }, flow);
    return { secrets, clock, flows };
  }
  const keysOf = (secrets: MemorySecretStore) => [...secrets.entries.keys()].sort();

  it('[S11] are deleted after they expire, and others are not', async () => {
    const { secrets, clock, flows } = await withFlows([0, 10, 10.1, 60 * 24]);
    await purgeExpiredFlows({ secrets }, clock);
    const [now, justInTime] = flows;
    assert.deepEqual(keysOf(secrets), [`flow.v1.${now?.state}`, `flow.v1.${justInTime?.state}`].sort());
    clock.advance(11 * minuteMs);
    await purgeExpiredFlows({ secrets }, clock);
    assert.equal(secrets.entries.size, 0);
  });

  it('[S11] are deleted if the clock was set back since they started', async () => {
    const { secrets, clock } = await withFlows([-60]);
    await purgeExpiredFlows({ secrets }, clock);
    assert.equal(secrets.entries.size, 0);
  });
});

import assert from 'node:assert/strict';
import {
  dropFlow,
  flowLifetimeMs,
  isFlowPending,
  newState,
  storeFlow,
  takeFlow,
} from '../../../../src/core/auth/pendingFlow.ts';
import { ManualClock } from '../../../fakes/manualClock.ts';
import { MemorySecretStore } from '../../../fakes/memorySecretStore.ts';
import { samplePendingFlow } from './samplePendingFlow.ts';

describe('a state', () => {
  it('is new every time and safe in every query', () => {
    const states = Array.from({ length: 1000 }, newState);
    assert.equal(new Set(states).size, 1000);
    for (const state of states) assert.match(state, /^[A-Za-z0-9_-]{43}$/);
  });
});

describe('a pending flow', () => {
  async function withFlow() {
    const secrets = new MemorySecretStore();
    const clock = new ManualClock();
    const flow = samplePendingFlow();
    await storeFlow(secrets, flow);
    return { secrets, clock, flow };
  }

  it('is taken as it was stored', async () => {
    const { secrets, clock, flow } = await withFlow();
    assert.deepEqual(await takeFlow(secrets, flow.state, clock), flow);
  });

  it('is taken once', async () => {
    const { secrets, clock, flow } = await withFlow();
    await takeFlow(secrets, flow.state, clock);
    assert.equal(await takeFlow(secrets, flow.state, clock), undefined);
    assert.equal(secrets.entries.size, 0);
  });

  it('is pending until it is taken or dropped', async () => {
    const { secrets, clock, flow } = await withFlow();
    const other = samplePendingFlow();
    await storeFlow(secrets, other);
    assert.equal(await isFlowPending(secrets, flow.state), true);
    await takeFlow(secrets, flow.state, clock);
    assert.equal(await isFlowPending(secrets, flow.state), false);
    await dropFlow(secrets, other.state);
    assert.equal(await isFlowPending(secrets, other.state), false);
  });

  it('leaves the other flows alone', async () => {
    const { secrets, clock, flow } = await withFlow();
    const other = samplePendingFlow({ kind: 'sandbox' });
    await storeFlow(secrets, other);
    await takeFlow(secrets, flow.state, clock);
    assert.deepEqual(await takeFlow(secrets, other.state, clock), other);
  });

  it('is good for ten minutes and no longer, and then gone', async () => {
    const { secrets, clock, flow } = await withFlow();
    clock.advance(flowLifetimeMs);
    assert.equal(flowLifetimeMs, 600_000);
    assert.deepEqual(await takeFlow(secrets, flow.state, clock), flow);
    await storeFlow(secrets, flow);
    clock.advance(1);
    assert.equal(await takeFlow(secrets, flow.state, clock), undefined);
    assert.equal(secrets.entries.size, 0);
  });

  it('is not even looked for under a state that is none of ours', async () => {
    const { secrets, clock, flow } = await withFlow();
    const foreign = [
      '',
      'x',
      flow.state.slice(1),
      `${flow.state}A`,
      `../${flow.state.slice(3)}`,
      `${flow.state}\n`,
      `${flow.state.slice(0, 42)}=`,
    ];
    for (const state of foreign) assert.equal(await takeFlow(secrets, state, clock), undefined);
    assert.deepEqual(secrets.reads, []);
    assert.equal(secrets.entries.size, 1);
  });

  it('is not found under an unknown state, and nothing is written', async () => {
    const { secrets, clock } = await withFlow();
    const writes = secrets.writes.length;
    assert.equal(await takeFlow(secrets, newState(), clock), undefined);
    assert.equal(secrets.writes.length, writes);
  });

  it('is not taken from a record that is broken, newer, or of another state', async () => {
    const { secrets, clock, flow } = await withFlow();
    const [key = ''] = secrets.entries.keys();
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
      assert.equal(await takeFlow(secrets, flow.state, clock), undefined);
    }
  });
});

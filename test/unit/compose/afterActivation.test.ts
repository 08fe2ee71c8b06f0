import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { afterActivation } from '../../../src/compose/afterActivation.ts';

describe('afterActivation', () => {
  let events: string[];
  const create = () => {
    events.push('created');
    return [{ dispose: () => events.push('disposed') }];
  };
  beforeEach(() => {
    events = [];
  });

  it('creates in the next turn and disposes what was created', async () => {
    const later = afterActivation(create);
    await Promise.resolve();
    assert.deepEqual(events, []);
    await setImmediate();
    assert.deepEqual(events, ['created']);
    later.dispose();
    later.dispose();
    assert.deepEqual(events, ['created', 'disposed']);
  });

  it('creates nothing after dispose', async () => {
    afterActivation(create).dispose();
    await setImmediate();
    assert.deepEqual(events, []);
  });
});

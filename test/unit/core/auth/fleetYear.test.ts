import assert from 'node:assert/strict';
import { openRoomsideWindow, playYear } from './fleetYear.ts';

const days = 30;

describe('windows that only stay signed in', () => {
  it('counts one refresh for eight windows at two thirds of the lifetime', async () => {
    const figures = await playYear({ windows: 8 }, openRoomsideWindow, days);
    assert.deepEqual(figures, { refreshCalls: 3, refusedCalls: 0, isSignedIn: true });
  });

  it('refreshes nothing while all windows are closed, and catches up when one opens', async () => {
    const isOpen = (minute: number) => minute >= 20 * 24 * 60;
    const figures = await playYear({ windows: 1, isOpen }, openRoomsideWindow, days);
    assert.deepEqual(figures, { refreshCalls: 2, refusedCalls: 0, isSignedIn: true });
  });

  it('keeps the session of windows on several machines only through the broker', async () => {
    const isOpen = (minute: number) => minute >= 10 * 24 * 60;
    const play = (signInMethod: 'broker' | 'integration') =>
      playYear({ windows: 8, locks: 2, isOpen, signInMethod }, openRoomsideWindow, 11);
    assert.deepEqual(await play('broker'), { refreshCalls: 1, refusedCalls: 0, isSignedIn: true });
    assert.equal((await play('integration')).isSignedIn, false);
  });
});

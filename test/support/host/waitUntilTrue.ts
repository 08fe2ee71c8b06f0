import assert from 'node:assert/strict';
import { flushUi } from '../../../src/host/ui/liveQuickPick.ts';

const timeoutMs = 30_000;

/** Waits until a condition holds; checks it again after each turn of the event loop. */
export async function waitUntilTrue(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const beganMs = Date.now(); !(await condition()); await flushUi()) {
    assert.ok(Date.now() - beganMs < timeoutMs, what);
  }
}

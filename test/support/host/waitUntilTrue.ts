import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

const timeoutMs = 30_000;
/** Short for a person, and long enough not to take the processor from what is waited for. */
const pollMs = 10;

/** Waits until a condition holds. */
export async function waitUntilTrue(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const beganMs = Date.now(); !(await condition()); await delay(pollMs)) {
    assert.ok(Date.now() - beganMs < timeoutMs, what);
  }
}

import assert from 'node:assert/strict';
import type { AccountStore } from '../../../src/core/auth/accountStore.ts';
import { commands, useMessages } from '../../support/fakes/fakeWindow.ts';
import type { ManualClock } from '../../support/fakes/manualClock.ts';
import { withVscode } from '../../support/fakes/withVscode.ts';
import { openWindow } from '../core/auth/openWindow.ts';
import { sampleAccount } from '../core/auth/sampleAccount.ts';

const { notifySessionEnd } = await withVscode(() => import('../../../src/background/sessionMaintenance.ts'));

const dayMs = 24 * 60 * 60_000;
const endMs = Date.UTC(2026, 11, 24, 12);

describe('A session that ends on a known day', () => {
  const messages = useMessages();
  let accounts: AccountStore;
  let clock: ManualClock;
  beforeEach(async () => {
    ({ accounts, clock } = openWindow());
    clock.set(endMs - 2 * dayMs);
    const times = { obtainedAtMs: endMs - 20 * dayMs, expiresAtMs: endMs - 6 * dayMs, refreshExpiresAtMs: endMs };
    await accounts.set(sampleAccount({ ...times, refreshEnd: 'fixed', label: 'ada@example.com' }));
  });
  afterEach(() => accounts.dispose());
  const announce = async (): Promise<void> => {
    const account = (await accounts.list())[0] ?? assert.fail();
    await notifySessionEnd(account, { accounts, clock });
  };

  it('is announced once, with the account, the day and Sign In, which signs in', async () => {
    await announce();
    const { kind, text, buttons, isModal, answer } = await messages().next();
    assert.match(
      text,
      /^Your session for ada@example\.com ends on Thursday, December 24, 2026 at .+\. Sign in again before then\.$/,
    );
    assert.deepEqual([kind, buttons, isModal], ['information', ['Sign In'], false]);
    const run = Promise.withResolvers<string>();
    const original = commands.executeCommand;
    Object.assign(commands, { executeCommand: async (command: string) => run.resolve(command) });
    try {
      answer('Sign In');
      assert.equal(await run.promise, 'roomside.signIn');
    } finally {
      Object.assign(commands, { executeCommand: original });
    }
    clock.set(endMs - dayMs);
    await announce();
    assert.equal(messages().all.length, 1);
  });
});

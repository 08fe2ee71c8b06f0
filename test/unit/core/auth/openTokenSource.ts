import assert from 'node:assert/strict';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { type Account, serializeAccount } from '../../../../src/core/auth/account.ts';
import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend } from '../api/scriptedSend.ts';
import { sampleAccount } from './sampleAccount.ts';

export const key = 'account.v1';
/** The token lifetime of the sample account. */
export const hourMs = 3_600_000;

/** Numbered token responses: the first request gets access-2. */
export const renewal = (index: number): SendResponse =>
  answer(200, { access_token: `access-${index + 2}`, expires_in: 3600, refresh_token: `refresh-${index + 2}` });
export const refusal = (): SendResponse => answer(400, { error: 'invalid_grant', message: 'refused' });

type Reply = (index: number) => SendResponse | Promise<SendResponse>;

/**
 * A token source with the sample account. `reply` returns the responses of the token endpoint; `jitter` is that of the
 * window.
 */
export async function openTokenSource(fields: Partial<Account> = {}, reply: Reply = renewal, jitter = 0) {
  const { send, sent } = scriptedSend((_request, index) => reply(index));
  const secrets = new MemorySecretStore();
  secrets.entries.set(key, serializeAccount(sampleAccount(fields)));
  const log = new RecordingLog();
  const accounts = new AccountStore(secrets, log);
  const clock = new ManualClock();
  // 0.5 means no jitter in back-offs.
  const spreads = [jitter];
  const random = () => spreads.pop() ?? 0.5;
  const source = new TokenSource({ accounts, send, clock, log, random, lock: new MemoryLock() });
  await accounts.list();
  const check = checkOf(accounts, source);
  const expiries: string[] = [];
  source.onDidExpire(({ label }) => expiries.push(label));
  const tokens = source.forAccount('account-1');
  return { secrets, accounts, clock, log, sent, source, check, tokens, expiries };
}

/** Runs the check that a window makes every minute for its account. */
export const checkOf = (accounts: AccountStore, source: TokenSource) => async (): Promise<void> => {
  for (const account of (await accounts.list()).slice(0, 1)) source.forAccount(account.id).check(account);
};

/** A response that the test resolves. */
export function heldReply() {
  const { promise, resolve } = Promise.withResolvers<SendResponse>();
  return { reply: () => promise, give: resolve };
}

export const expired = (error: unknown): boolean => error instanceof SignInRequiredError && error.reason === 'expired';
export const signedOut = (error: unknown): boolean =>
  error instanceof SignInRequiredError && error.reason === 'signed-out';

/** The error of a deferred refresh, with this cause. */
export const delayedBy =
  (cause: object) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof RefreshDelayedError, String(error));
    assert.ok(error.cause instanceof Error);
    for (const [name, value] of Object.entries(cause)) assert.equal(Reflect.get(error.cause, name), value, name);
    return true;
  };

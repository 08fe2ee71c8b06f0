import assert from 'node:assert/strict';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import type { Account } from '../../../../src/core/auth/account.ts';
import type { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import type { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { answer } from '../api/scriptedSend.ts';
import { keyringOf, openWindow } from './openWindow.ts';
import { sampleAccount } from './sampleAccount.ts';

/** The token lifetime of the sample account. */
export const hourMs = 3_600_000;

/** Numbered token responses: the first request gets access-2. */
export const renewal = (index: number): SendResponse =>
  answer(200, { access_token: `access-${index + 2}`, expires_in: 3600, refresh_token: `refresh-${index + 2}` });
export const refusal = (): SendResponse => answer(400, { error: 'invalid_grant', message: 'refused' });

type Reply = (index: number) => SendResponse | Promise<SendResponse>;

/** A window with the sample account. `reply` returns the responses of the token endpoint. */
export async function openTokenSource(fields: Partial<Account> = {}, reply: Reply = renewal, jitter = 0) {
  const secrets = keyringOf(sampleAccount(fields));
  const opened = openWindow({ secrets, reply: (_, index) => reply(index), jitter });
  const { accounts, source } = opened;
  await accounts.list();
  const expiries: string[] = [];
  source.onDidExpire(({ label }) => expiries.push(label));
  return { ...opened, check: checkOf(accounts, source), tokens: source.forAccount('account-1'), expiries };
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

import { ConnectionError, ServiceError, type UnexpectedAnswerError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { type Clock, delay } from '../base/clock.ts';
import { raceAbort } from '../base/raceAbort.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import { BackOff } from './backOff.ts';
import { RenewalDelayedError, SignInRequiredError } from './errors.ts';
import { refreshedAccount } from './newAccount.ts';
import { type HeldLock, noLock, type RefreshLock } from './refreshLock.ts';
import { isGrantRefusal, mayPass, renewTokens } from './renewTokens.ts';

/** After a refusal the record is read again twice: another window, with a lock of its own, may be about to write. */
const rereadAfterMs = [1_000, 2_000];

/** What renewing a session needs. `send` is the pipe without a bearer. */
export interface RenewalPorts {
  readonly accounts: AccountStore;
  readonly send: Send;
  readonly clock: Clock;
  /** Held while tokens are renewed, by one window at a time. */
  readonly lock?: RefreshLock;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/**
 * Renews the tokens of an account: once for everybody who asks in this window, and for all windows once under a lock,
 * inside which the record is read again. Whoever finds newer tokens takes them instead.
 */
export class SessionRenewal {
  readonly #ports: RenewalPorts;
  readonly #lock: RefreshLock;
  readonly #random: () => number;
  #current: { readonly accessToken: string; readonly done: Promise<Account> } | undefined;
  /** What failed last, and with which refresh token. */
  #trouble: { readonly refreshToken: string | undefined; readonly backOff: BackOff; readonly error: Error } | undefined;
  #lastDone: { readonly accountId: string; readonly atMs: number } | undefined;

  constructor(ports: RenewalPorts) {
    this.#ports = ports;
    this.#lock = ports.lock ?? noLock;
    this.#random = ports.random ?? Math.random;
  }

  get isUnderWay(): boolean {
    return this.#current !== undefined;
  }

  /** Milliseconds since this window renewed the tokens of the account; `undefined` when it never did. */
  ageMs(account: Account): number | undefined {
    return this.#lastDone?.accountId === account.id ? this.#ports.clock.now() - this.#lastDone.atMs : undefined;
  }

  /** Why not to try now, when a try has just failed. */
  delayOf({ baseUrl, refreshToken }: Account, isOnDemand: boolean): RenewalDelayedError | undefined {
    if (this.#trouble?.refreshToken !== refreshToken) return undefined;
    const retryAtMs = this.#trouble?.backOff.untilMs(this.#ports.clock.now(), isOnDemand);
    if (retryAtMs === undefined) return undefined;
    return new RenewalDelayedError({ host: new URL(baseUrl).host, retryAtMs }, { cause: this.#trouble?.error });
  }

  /**
   * Gives the account with newer tokens than these.
   * @throws {SignInRequiredError} when it is signed in no more, or its session cannot be renewed
   * @throws {RenewalDelayedError} when the line or the service is down: the session is kept
   */
  renew(account: Account, signal?: AbortSignal): Promise<Account> {
    const { accessToken } = account;
    if (this.#current?.accessToken !== accessToken) {
      const current = { accessToken, done: this.#renewOnce(account).finally(() => this.#finish(current)) };
      this.#current = current;
    }
    return raceAbort(this.#current.done, signal);
  }

  #finish(done: object): void {
    if (this.#current === done) this.#current = undefined;
  }

  async #renewOnce(account: Account): Promise<Account> {
    const delayed = this.delayOf(account, true);
    if (delayed === undefined)
      return this.#lock.run(`refresh-${account.id}`, (held) => this.#renewInside(account, held));
    const now = signedIn(await this.#ports.accounts.reread(), account.id);
    if (now.accessToken !== account.accessToken) return now;
    throw delayed;
  }

  async #renewInside(account: Account, held: HeldLock): Promise<Account> {
    const { accounts, clock } = this.#ports;
    const now = signedIn(await accounts.reread(), account.id);
    if (now.accessToken !== account.accessToken) return now;
    const { refreshToken } = now;
    if (refreshToken === undefined || now.state === 'reauth') throw expired(now);
    try {
      const tokens = await renewTokens(this.#ports, { ...now, refreshToken });
      // Signed out, or signed in anew, while the answer was on its way: then the new tokens are nobody's.
      const stored = await accounts.replace(now, refreshedAccount(now, tokens, clock.now()));
      held.written();
      this.#trouble = undefined;
      this.#lastDone = { accountId: now.id, atMs: clock.now() };
      return signedIn(stored, account.id);
    } catch (error) {
      if (isGrantRefusal(error)) return this.#giveUp(now, held);
      if (mayPass(error)) throw this.#putOff(now, error);
      throw error;
    }
  }

  /** Whoever used the refresh token up may not have stored the new one yet; nobody did when it stays as it is. */
  async #giveUp(account: Account, held: HeldLock): Promise<Account> {
    const { accounts, clock } = this.#ports;
    for (const waitMs of rereadAfterMs) {
      await delay(clock, waitMs);
      const now = signedIn(await accounts.reread(), account.id);
      if (now.accessToken !== account.accessToken) return now;
    }
    const now = signedIn(await accounts.replace(account, { ...account, state: 'reauth' }), account.id);
    held.written();
    if (now.accessToken !== account.accessToken) return now;
    throw expired(now);
  }

  #putOff(
    { baseUrl, refreshToken }: Account,
    error: ServiceError | ConnectionError | UnexpectedAnswerError,
  ): RenewalDelayedError {
    const isSame = this.#trouble?.refreshToken === refreshToken;
    const backOff = (isSame ? this.#trouble?.backOff : undefined) ?? new BackOff(this.#random);
    const retryAtMs = backOff.fail({
      atMs: this.#ports.clock.now(),
      retryAfterMs: error instanceof ServiceError ? error.retryAfterMs : undefined,
      wasReached: !(error instanceof ConnectionError),
    });
    this.#trouble = { refreshToken, backOff, error };
    return new RenewalDelayedError({ host: new URL(baseUrl).host, retryAtMs }, { cause: error });
  }
}

/** @throws {SignInRequiredError} when it is not this account that is in use */
export function signedIn(account: Account | undefined, id: string): Account {
  if (account?.id !== id) throw new SignInRequiredError('signed-out');
  return account;
}

/** The session of this account has ended. */
export function expired({ label }: Account): SignInRequiredError {
  return new SignInRequiredError('expired', label);
}

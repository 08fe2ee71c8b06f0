import type { Disposable } from '../../base/disposable.ts';
import { CancelledError, raceAbort } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Account } from '../account.ts';
import { parseCallback } from './callback.ts';
import { completeSignIn, type SignInPorts } from './completeSignIn.ts';
import { isFlowPending, type PendingFlow, purgeExpiredFlows, removeFlow, storeFlow } from './pendingFlow.ts';

type Waiter = Pick<PromiseWithResolvers<Account>, 'resolve' | 'reject'>;

// decisions/0007
/** Sign-ins in a browser. The window that receives the callback completes the flow. */
export class SignInFlows implements Disposable {
  readonly #ports: SignInPorts;
  readonly #log: Log;
  /** Waiting callers of this window, by state. */
  readonly #waiters = new Map<string, Waiter>();
  /** States whose callback this window is completing. A second callback meanwhile would use the code twice. */
  readonly #completing = new Set<string>();

  constructor(ports: SignInPorts, log: Log) {
    this.#ports = ports;
    this.#log = log;
  }

  /** Removes expired flows from the secret store. Never rejects. */
  async purgeExpired(): Promise<void> {
    try {
      await purgeExpiredFlows(this.#ports, this.#ports.clock);
    } catch (error) {
      this.#log.error('expired sign-ins could not be removed', error);
    }
  }

  /** Stores the flow. Open the browser after this resolves. */
  begin(flow: PendingFlow): Promise<void> {
    return storeFlow(this.#ports.secrets, flow);
  }

  /** Waits until a window completes the flow. Rejects with `CancelledError` when the signal aborts; the flow stays pending. */
  wait(flow: PendingFlow, signal: AbortSignal): Promise<Account> {
    const { promise, resolve, reject } = Promise.withResolvers<Account>();
    this.#waiters.set(flow.state, { resolve, reject });
    const subscription = this.#ports.accounts.onDidChange(({ added, changed }) => {
      const account = [...added, ...changed].find((one) => this.#mayEnd(flow, one));
      if (account === undefined) return;
      // Other sign-ins and refreshes change accounts, too: this flow has ended only if it was taken.
      isFlowPending(this.#ports.secrets, flow.state).then((isPending) => isPending || resolve(account), reject);
    });
    return raceAbort(promise, signal).finally(() => {
      this.#waiters.delete(flow.state);
      subscription.dispose();
    });
  }

  /**
   * Removes the flow, so that no callback can complete it. Never rejects: a flow that cannot be removed expires.
   * @returns false if its callback came first; then `wait` has the result
   */
  async cancel({ state }: PendingFlow): Promise<boolean> {
    try {
      return (await removeFlow(this.#ports, state)) !== undefined;
    } catch (error) {
      this.#log.error('a cancelled sign-in could not be removed', error);
      return true;
    }
  }

  /**
   * Completes the flow that the query of a callback names. A callback without a pending flow is ignored and logged. A
   * failure is passed to the waiting caller of this window, or thrown if there is none.
   */
  async complete(query: string): Promise<Account | undefined> {
    const callback = parseCallback(query);
    if (callback.kind === 'malformed') {
      this.#log.warn('ignored a callback without exactly one state or flow and one code or error');
      return undefined;
    }
    const { state } = callback;
    if (this.#completing.has(state)) {
      this.#log.warn('ignored a repeated callback');
      return undefined;
    }
    this.#completing.add(state);
    try {
      const account = await completeSignIn(this.#ports, callback);
      if (account === undefined) this.#log.warn('ignored a callback that belongs to no pending sign-in');
      else this.#waiters.get(state)?.resolve(account);
      return account;
    } catch (error) {
      const waiter = this.#waiters.get(state);
      if (waiter === undefined) throw error;
      waiter.reject(error);
      return undefined;
    } finally {
      this.#completing.delete(state);
    }
  }

  /** Rejects all waiting callers with `CancelledError`. */
  dispose(): void {
    for (const waiter of this.#waiters.values()) waiter.reject(new CancelledError());
  }

  #mayEnd(flow: PendingFlow, account: Account): boolean {
    const isOfService = account.baseUrl === flow.baseUrl;
    const isOfIssuer = account.clientId === flow.clientId && account.brokerUrl === flow.brokerUrl;
    return isOfService && isOfIssuer && account.obtainedAtMs >= flow.startedAtMs && !this.#completing.has(flow.state);
  }
}

/** The browser sign-ins of one window. A new one replaces the previous one. */
export class LatestSignIn {
  #current: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  /**
   * Aborts the previous sign-in, waits until it has released its resources, such as a port, and runs this one.
   * @param run its signal aborts when another sign-in starts or `cancel` is called
   */
  async run<T>(run: (superseded: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#current;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const started = { abort: new AbortController(), done };
    this.#current = started;
    before?.abort.abort();
    await before?.done;
    try {
      return await run(started.abort.signal);
    } finally {
      resolve();
      if (this.#current === started) this.#current = undefined;
    }
  }

  /** Aborts the current sign-in: the user has signed in another way. */
  cancel(): void {
    this.#current?.abort.abort();
  }
}

interface UriHandlerPorts {
  readonly flows: Pick<SignInFlows, 'complete'>;
  readonly log: Log;
  /** Called for a failure that no caller in this window awaits. */
  onFailure(error: unknown): void;
}

/**
 * Handles a URI that the editor was opened with. Only `/callback` completes a sign-in. The query is not logged, because
 * it holds a code. Never throws, because no caller could handle it.
 */
export function handleUri({ flows, log, onFailure }: UriHandlerPorts, address: { path: string; query: string }): void {
  // Any page can open a URI with any path.
  log.info(`received a URI for ${['/callback', '/open'].includes(address.path) ? address.path : 'an unknown path'}`);
  if (address.path === '/callback') flows.complete(address.query).catch(onFailure);
}

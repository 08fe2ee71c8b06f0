import { type Disposable, DisposableStore, toDisposable } from '../base/disposable.ts';
import { CancelledError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import { parseCallback } from './callback.ts';
import { completeSignIn, type SignInPorts } from './completeSignIn.ts';
import {
  flowLifetimeMs,
  isFlowPending,
  type PendingFlow,
  purgeExpiredFlows,
  removeFlow,
  storeFlow,
} from './pendingFlow.ts';

/** The reason of an abort that ends the waiting alone: a callback still completes the flow. */
export const keepFlow = Symbol('keep the flow');

type Waiter = Pick<PromiseWithResolvers<Account>, 'resolve' | 'reject'>;

/** The sign-ins that go through a browser: begun here, completed by whichever window gets the callback. */
export class SignInFlows implements Disposable {
  readonly #ports: SignInPorts;
  readonly #log: Log;
  /** Who waits in this window, by state. */
  readonly #waiters = new Map<string, Waiter>();
  /** States whose callback this window is completing: a second one, come meanwhile, would use the code twice. */
  readonly #completing = new Set<string>();

  constructor(ports: SignInPorts, log: Log) {
    this.#ports = ports;
    this.#log = log;
  }

  /** Forgets, in the background, what sign-ins of earlier days left in the secret store. Never rejects. */
  async purgeExpired(): Promise<void> {
    try {
      await purgeExpiredFlows(this.#ports, this.#ports.clock);
    } catch (error) {
      this.#log.error('sign-ins of earlier days could not be forgotten', error);
    }
  }

  /** Remembers the flow; the browser may be opened once this resolves. */
  begin(flow: PendingFlow): Promise<void> {
    return storeFlow(this.#ports, flow);
  }

  /**
   * Waits for the flow's end, here or in another window. Aborting forgets the flow, unless the reason is `keepFlow`, and
   * rejects with `CancelledError`;
   * so does its lapse after ten minutes, for a callback would find no flow any more.
   */
  wait(flow: PendingFlow, signal: AbortSignal): Promise<Account> {
    const { promise, resolve, reject } = Promise.withResolvers<Account>();
    const owned = new DisposableStore();
    this.#waiters.set(flow.state, { resolve, reject });
    owned.add(toDisposable(() => this.#waiters.delete(flow.state)));
    owned.add(
      this.#ports.accounts.onDidChange(({ added, changed }) => {
        const account = [...added, ...changed].find((one) => this.#mayEnd(flow, one));
        if (account === undefined) return;
        // Another sign-in, or a refresh, changes the account too: ours has ended only when its flow was taken.
        isFlowPending(this.#ports.secrets, flow.state).then((isPending) => isPending || resolve(account), reject);
      }),
    );
    const onAbort = (): void => {
      if (signal.reason === keepFlow) reject(new CancelledError());
      else this.#remove(flow.state).then(() => reject(new CancelledError()), reject);
    };
    owned.add(this.#ports.clock.startTimer(flowLifetimeMs, onAbort));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    owned.add(toDisposable(() => signal.removeEventListener('abort', onAbort)));
    return promise.finally(() => owned.dispose());
  }

  /**
   * Forgets the flow, so that no callback completes it any more.
   * @returns false when it was too late for that: its callback has come, and `wait` ends by what becomes of it
   */
  cancel({ state }: PendingFlow): Promise<boolean> {
    return this.#remove(state);
  }

  /**
   * Completes the flow that a callback's query names. One that belongs to no pending flow is ignored, with a line in the log.
   * A failure goes to whoever waits for the flow in this window, and is thrown when nobody does.
   */
  async complete(query: string): Promise<Account | undefined> {
    const callback = parseCallback(query);
    if (callback.kind === 'malformed') {
      this.#log.warn('ignored a callback without exactly one state or flow and one code or error');
      return undefined;
    }
    const { state } = callback;
    if (this.#completing.has(state)) {
      this.#log.warn('ignored a callback that came twice');
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

  /** Nobody waits any longer: whoever still does is told that it was given up. */
  dispose(): void {
    for (const waiter of this.#waiters.values()) waiter.reject(new CancelledError());
  }

  #mayEnd(flow: PendingFlow, account: Account): boolean {
    const isOfService = account.baseUrl === flow.baseUrl;
    const isOfIssuer = account.clientId === flow.clientId && account.brokerUrl === flow.brokerUrl;
    return isOfService && isOfIssuer && account.obtainedAtMs >= flow.startedAtMs && !this.#completing.has(flow.state);
  }

  /** The user gave up, which succeeds in any case: a flow that cannot be removed lapses by its age. */
  async #remove(state: string): Promise<boolean> {
    try {
      return await removeFlow(this.#ports, state);
    } catch (error) {
      this.#log.error('a sign-in that was given up could not be forgotten', error);
      return true;
    }
  }
}

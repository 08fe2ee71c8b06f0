import type { Disposable } from '../base/disposable.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { CancelledError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import { parseCallback } from './callback.ts';
import { completeSignIn, type SignInPorts } from './completeSignIn.ts';
import { dropFlow, type PendingFlow, storeFlow } from './pendingFlow.ts';

/** How a flow ended in this window. */
type Outcome =
  | { readonly state: string; readonly account: Account }
  | { readonly state: string; readonly account?: never; readonly error: unknown };

/** The sign-ins that go through a browser: begun here, completed by whichever window gets the callback. */
export class SignInFlows implements Disposable {
  readonly #ports: SignInPorts;
  readonly #log: Log;
  readonly #outcomes = new Emitter<Outcome>();

  constructor(ports: SignInPorts, log: Log) {
    this.#ports = ports;
    this.#log = log;
  }

  /** Remembers the flow; the browser may be opened once this resolves. */
  begin(flow: PendingFlow): Promise<void> {
    return storeFlow(this.#ports.secrets, flow);
  }

  /** Waits for the flow's end, here or in another window. Aborting forgets the flow and rejects with `CancelledError`. */
  wait(flow: PendingFlow, signal: AbortSignal): Promise<Account> {
    const owned = new DisposableStore();
    const ended = new Promise<Account>((resolve, reject) => {
      owned.add(
        this.#outcomes.event((outcome) => {
          if (outcome.state !== flow.state) return;
          if (outcome.account === undefined) reject(outcome.error);
          else resolve(outcome.account);
        }),
      );
      owned.add(
        this.#ports.accounts.onDidChange((account) => {
          if (account?.baseUrl === flow.baseUrl && account.obtainedAtMs >= flow.startedAtMs) resolve(account);
        }),
      );
      const onAbort = (): void => {
        dropFlow(this.#ports.secrets, flow.state).then(() => reject(new CancelledError()), reject);
      };
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      owned.add({ dispose: () => signal.removeEventListener('abort', onAbort) });
    });
    return ended.finally(() => owned.dispose());
  }

  /**
   * Completes the flow that a callback's query names. One that belongs to no pending flow is ignored, with a line in the log.
   * A failure goes to the window that waits for the flow, and is thrown when nobody here does.
   */
  async complete(query: string): Promise<Account | undefined> {
    const callback = parseCallback(query);
    if (callback.kind === 'malformed') {
      this.#log.warn('ignored a callback without exactly one state and one code or error');
      return undefined;
    }
    const { state } = callback;
    try {
      const account = await completeSignIn(this.#ports, callback);
      if (account === undefined) this.#log.warn('ignored a callback that belongs to no pending sign-in');
      else this.#outcomes.fire({ state, account });
      return account;
    } catch (error) {
      this.#outcomes.fire({ state, error });
      throw error;
    }
  }

  dispose(): void {
    this.#outcomes.dispose();
  }
}

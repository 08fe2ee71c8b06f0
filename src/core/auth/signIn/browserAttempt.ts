import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { CancelledError, raceAbort } from '../../base/errors.ts';
import { timings } from '../../base/timings.ts';
import type { Account } from '../account.ts';
import { parseCallback, pastedQuery } from './callback.ts';
import { flowLifetimeMs, type PendingFlow } from './pendingFlow.ts';
import type { SignInFlows } from './signInFlows.ts';

/** After this time without a callback the notice offers alternatives. */
const slowAfterMs = timings.signInReminderMs;
/** How long to wait for a callback that arrived before the user's choice. Another window may report its failure. */
const completionTimeoutMs = 15_000;

/** The status of a sign-in that has not ended. `expired`: no callback can complete the flow any more. */
export type SignInStatus = 'waiting' | 'notOpened' | 'slow' | 'expired';
export type SignInChoice = 'copyLink' | 'pasteCode' | 'restart' | 'useToken';

/** What is wrong with a pasted code. */
export type PasteProblem = 'malformed' | 'otherSignIn';

/** The user interface of a sign-in in the browser. */
export interface SignInUi {
  /** Opens the user's own browser, never a webview. @returns false if no browser opened */
  open(address: string): Promise<boolean>;
  /** Shows a notice with the status, the choices and a way to cancel, until it is disposed. */
  showNotice(listener: NoticeListener): SignInNotice;
  copy(text: string): Promise<void>;
  /**
   * Asks for the code on the browser's last page. Problems are shown in the input box.
   * @returns a valid text; `undefined` if the user or the signal closed the box
   */
  askForCode(check: (text: string) => PasteProblem | undefined, signal: AbortSignal): Promise<string | undefined>;
}

/** The notice of a sign-in. */
export interface SignInNotice extends Disposable {
  update(status: SignInStatus, choices: readonly SignInChoice[]): void;
}

export interface NoticeListener {
  onChoice(choice: SignInChoice): void;
  onCancel(): void;
}

/** One try to sign in in the browser. */
export interface BrowserAttempt {
  readonly flow: PendingFlow;
  /** The URL to open in the browser. */
  readonly address: string;
  /** The browser cannot call this window, so the user pastes the code. */
  readonly isPasted?: boolean;
  /** The broker's last page shows the same phrase. */
  readonly phrase?: string;
  /** The page with the phrase is left at once for the callback page of an editor in the browser. */
  readonly isPageReplaced?: boolean;
  /** Releases the resources of the attempt. */
  close?(): Promise<void>;
}

export type AttemptEnd =
  | { readonly kind: 'signedIn'; readonly account: Account }
  /** The flow is forgotten; the user wants another one, or to paste a token instead. */
  | { readonly kind: 'restart' | 'useToken' };

export interface AttemptPorts {
  readonly flows: Pick<SignInFlows, 'begin' | 'wait' | 'cancel' | 'complete'>;
  readonly clock: Clock;
  readonly ui: SignInUi;
  /** Aborts when another sign-in of this window starts or succeeds. The attempt ends, and its flow stays pending. */
  readonly superseded: AbortSignal;
}

/**
 * Opens the browser for a flow and waits until it ends in any window, or the user chooses something else.
 * @throws {CancelledError} if the user cancelled, or another sign-in replaced it
 * @throws the errors of `completeSignIn`
 */
export async function runBrowserAttempt(ports: AttemptPorts, attempt: BrowserAttempt): Promise<AttemptEnd> {
  try {
    await ports.flows.begin(attempt.flow);
    return await new RunningAttempt(ports, attempt).run();
  } finally {
    await attempt.close?.();
  }
}

class RunningAttempt {
  readonly #ports: AttemptPorts;
  readonly #attempt: BrowserAttempt;
  readonly #end = Promise.withResolvers<AttemptEnd>();
  readonly #ended = new AbortController();
  readonly #owned = new DisposableStore();
  readonly #notice: SignInNotice;
  #status: SignInStatus = 'waiting';
  #isAsking = false;

  constructor(ports: AttemptPorts, attempt: BrowserAttempt) {
    this.#ports = ports;
    this.#attempt = attempt;
    this.#notice = this.#owned.add(
      ports.ui.showNotice({
        onChoice: (choice) => this.#do(() => this.#follow(choice)),
        onCancel: () => this.#end.reject(new CancelledError()),
      }),
    );
  }

  async run(): Promise<AttemptEnd> {
    const { flows, clock, superseded } = this.#ports;
    const { flow } = this.#attempt;
    this.#do(async () => {
      this.#end.resolve({ kind: 'signedIn', account: await flows.wait(flow, this.#ended.signal) });
    });
    this.#owned.add(clock.startTimer(slowAfterMs, () => this.#show('slow')));
    // The notice stays when the flow expires, so that the user can start again from it.
    this.#owned.add(clock.startTimer(flowLifetimeMs, () => this.#show('expired')));
    this.#show('waiting');
    this.#do(() => this.#open());
    try {
      return await raceAbort(this.#end.promise, superseded);
    } catch (error) {
      if (!superseded.aborted) void flows.cancel(flow);
      throw error;
    } finally {
      this.#ended.abort();
      this.#owned.dispose();
    }
  }

  async #open(): Promise<void> {
    const { address, isPasted = false } = this.#attempt;
    if (!(await this.#ports.ui.open(address))) this.#show('notOpened');
    if (isPasted) await this.#askForCode();
  }

  #show(status: SignInStatus): void {
    if (this.#ended.signal.aborted || this.#isExpired) return;
    this.#status = status;
    this.#notice.update(status, this.#choicesOf(status));
  }

  get #isExpired(): boolean {
    return this.#status === 'expired';
  }

  async #follow(choice: SignInChoice): Promise<void> {
    if (this.#ended.signal.aborted) return;
    if (choice === 'copyLink') return this.#ports.ui.copy(this.#attempt.address);
    if (choice === 'pasteCode') return this.#askForCode();
    await this.#cancelFor(choice);
  }

  /** Follows the user's choice, unless a callback came first: an account would appear while the next attempt waits. */
  async #cancelFor(kind: 'restart' | 'useToken'): Promise<void> {
    const { flows, clock } = this.#ports;
    const proceed = (): void => this.#end.resolve({ kind });
    if ((await flows.cancel(this.#attempt.flow)) || this.#isExpired) proceed();
    else if (!this.#ended.signal.aborted) this.#owned.add(clock.startTimer(completionTimeoutMs, proceed));
  }

  #choicesOf(status: SignInStatus): readonly SignInChoice[] {
    // The sandbox has no token to paste.
    const token = this.#attempt.flow.kind === 'sandbox' ? [] : (['useToken'] as const);
    if (status === 'waiting') return ['pasteCode'];
    if (status === 'notOpened') return ['copyLink', 'pasteCode', ...token];
    // The code of an expired flow is invalid.
    return status === 'slow' ? ['pasteCode', 'restart', ...token] : ['restart', ...token];
  }

  async #askForCode(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { ui, flows } = this.#ports;
    const check = (text: string): PasteProblem | undefined => pasteProblem(text, this.#attempt.flow);
    const text = await ui.askForCode(check, this.#ended.signal).finally(() => {
      this.#isAsking = false;
    });
    // The code of an expired flow is invalid. A new attempt gives a new code.
    if (text !== undefined && this.#isExpired) this.#end.resolve({ kind: 'restart' });
    else if (text !== undefined) await flows.complete(pastedQuery(text));
    // Without the box only the notice is left: it says what else there is.
    else if (this.#status === 'waiting') this.#show('slow');
  }

  #do(task: () => Promise<void>): void {
    task().catch((error: unknown) => this.#end.reject(error));
  }
}

/** Accepts only the response to this sign-in, not one that was pasted by mistake or on the advice of an attacker. */
function pasteProblem(text: string, { state, brokerUrl }: PendingFlow): PasteProblem | undefined {
  const callback = parseCallback(pastedQuery(text));
  if (callback.kind === 'malformed') return 'malformed';
  const sender = brokerUrl === undefined ? 'service' : 'broker';
  return callback.from === sender && callback.state === state ? undefined : 'otherSignIn';
}

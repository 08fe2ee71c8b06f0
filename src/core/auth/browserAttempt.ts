import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable.ts';
import { CancelledError, isCancelled } from '../base/errors.ts';
import { timings } from '../base/timings.ts';
import type { Account } from './account.ts';
import { parseCallback, pastedQuery } from './callback.ts';
import type { PendingFlow } from './pendingFlow.ts';
import { keepFlow, type SignInFlows } from './signInFlows.ts';

/** After this long without a callback the user is told what else can be done. */
const slowAfterMs = timings.signInReminderMs;
/** After this long the user is told that it took too long. The flow lives on: a late callback still completes it. */
const lateAfterMs = 5 * 60_000;
/** A callback that came first is waited for this long; a window that fails with it says so itself, and not here. */
const completionTimeoutMs = 15_000;

/** How a sign-in is going that has not ended: the browser is waited for, did not open, or has not come back for a while. */
export type SignInStatus = 'waiting' | 'notOpened' | 'slow' | 'late';
export type SignInChoice = 'copyLink' | 'pasteCode' | 'restart' | 'useToken';

/** What is wrong with a text that was pasted for a code. */
export type PasteProblem = 'malformed' | 'otherSignIn';

/** What the user sees of a sign-in through the browser, and answers. */
export interface SignInUi {
  /** Opens the user's own browser, never a webview. @returns false when none opened */
  open(address: string): Promise<boolean>;
  /** Shows a notice until it is disposed: how the sign-in is going, what can be chosen, and a way to cancel. */
  showNotice(listener: NoticeListener): SignInNotice;
  copy(text: string): Promise<void>;
  /**
   * Asks for what the browser's last page shows; what is wrong with a text is said where it was pasted.
   * @returns a text without a problem, `undefined` when the user, or the signal, closed the box
   */
  askForCode(check: (text: string) => PasteProblem | undefined, signal: AbortSignal): Promise<string | undefined>;
}

/** The one notice of a sign-in. */
export interface SignInNotice extends Disposable {
  update(situation: SignInStatus, choices: readonly SignInChoice[]): void;
}

export interface NoticeListener {
  onChoice(choice: SignInChoice): void;
  onCancel(): void;
}

/** One try at signing in through the browser. */
export interface BrowserAttempt {
  readonly flow: PendingFlow;
  /** What the browser opens. */
  readonly address: string;
  /** The browser cannot call this window back: the code is pasted. */
  readonly isPasted?: boolean;
  /** The broker's last page shows it, too. */
  readonly phrase?: string;
  /** Lets go of what is open as long as the attempt lasts. */
  close?(): Promise<void>;
}

export type AttemptEnd =
  | { readonly kind: 'signedIn'; readonly account: Account }
  /** The flow is forgotten; the user wants another one, or to paste a token instead. */
  | { readonly kind: 'restart' | 'useToken' };

/** What an attempt needs. */
export interface AttemptPorts {
  readonly flows: Pick<SignInFlows, 'begin' | 'wait' | 'cancel' | 'complete'>;
  readonly clock: Clock;
  readonly ui: SignInUi;
  /** Aborted when another sign-in of this window begins or succeeds: the attempt ends, and its flow stays pending. */
  readonly superseded?: AbortSignal;
}

/**
 * Opens the browser for a flow and waits until it ends, in this window or another, or the user goes another way.
 * @throws {CancelledError} when the user gave up, or another sign-in took its place
 * @throws what `completeSignIn` throws
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
  /** Aborted when the attempt is over; a flow that still waits for its callback is forgotten then. */
  readonly #ended = new AbortController();
  readonly #owned = new DisposableStore();
  readonly #notice: SignInNotice;
  #status: SignInStatus = 'waiting';
  #isAsking = false;
  /** The flow is forgotten: no callback completes it any more. */
  #isExpired = false;

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
    flows.wait(this.#attempt.flow, this.#ended.signal).then(
      (account) => this.#end.resolve({ kind: 'signedIn', account }),
      (error: unknown) => this.#stopWaiting(error),
    );
    const leave = (): void => this.#end.reject(new CancelledError());
    if (superseded?.aborted) leave();
    superseded?.addEventListener('abort', leave, { once: true });
    this.#owned.add(toDisposable(() => superseded?.removeEventListener('abort', leave)));
    this.#owned.add(clock.startTimer(slowAfterMs, () => this.#show('slow')));
    this.#owned.add(clock.startTimer(lateAfterMs, () => this.#show('late')));
    this.#show('waiting');
    this.#do(() => this.#open());
    try {
      return await this.#end.promise;
    } finally {
      this.#ended.abort(superseded?.aborted ? keepFlow : undefined);
      this.#owned.dispose();
    }
  }

  /** The notice that it is late stays when the flow lapses, so that the sign-in can be tried again from it. */
  #stopWaiting(error: unknown): void {
    this.#isExpired = this.#status === 'late' && isCancelled(error);
    if (this.#isExpired) this.#show('late');
    else this.#end.reject(error);
  }

  async #open(): Promise<void> {
    const { address, isPasted = false } = this.#attempt;
    if (!(await this.#ports.ui.open(address))) this.#show('notOpened');
    if (isPasted) await this.#askForCode();
  }

  #show(situation: SignInStatus): void {
    if (this.#ended.signal.aborted) return;
    this.#status = situation;
    this.#notice.update(situation, this.#choicesOf(situation));
  }

  async #follow(choice: SignInChoice): Promise<void> {
    if (this.#ended.signal.aborted) return;
    if (choice === 'copyLink') return this.#ports.ui.copy(this.#attempt.address);
    if (choice === 'pasteCode') return this.#askForCode();
    await this.#cancelFor(choice);
  }

  /** Goes another way, unless a callback was quicker: else an account would come while the next attempt still waits. */
  async #cancelFor(kind: 'restart' | 'useToken'): Promise<void> {
    const { flows, clock } = this.#ports;
    const goOn = (): void => this.#end.resolve({ kind });
    if (this.#isExpired || (await flows.cancel(this.#attempt.flow))) goOn();
    else if (!this.#ended.signal.aborted) this.#owned.add(clock.startTimer(completionTimeoutMs, goOn));
  }

  #choicesOf(situation: SignInStatus): readonly SignInChoice[] {
    // There is no token of the sandbox to paste.
    const token = this.#attempt.flow.kind === 'sandbox' ? [] : (['useToken'] as const);
    // The code of a sign-in that has lapsed is worth nothing.
    const paste = this.#isExpired ? [] : (['pasteCode'] as const);
    if (situation === 'waiting') return paste;
    if (situation === 'notOpened') return ['copyLink', ...paste, ...token];
    return situation === 'slow' ? [...paste, 'restart'] : ['restart', ...paste, ...token];
  }

  async #askForCode(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { ui: desk, flows } = this.#ports;
    const check = (text: string): PasteProblem | undefined => pasteProblem(text, this.#attempt.flow);
    const text = await desk.askForCode(check, this.#ended.signal).finally(() => {
      this.#isAsking = false;
    });
    // A code of a sign-in that is over is worth nothing; a new one gives a new code.
    if (text !== undefined && this.#isExpired) this.#end.resolve({ kind: 'restart' });
    else if (text !== undefined) await flows.complete(pastedQuery(text));
    // Without the box only the notice is left: it says what else there is.
    else if (this.#status === 'waiting') this.#show('slow');
  }

  #do(act: () => Promise<void>): void {
    act().catch((error: unknown) => this.#end.reject(error));
  }
}

/** Only the answer to this very sign-in is taken: another one, pasted by mistake or on somebody's advice, is not. */
function pasteProblem(text: string, { state, brokerUrl }: PendingFlow): PasteProblem | undefined {
  const callback = parseCallback(pastedQuery(text));
  if (callback.kind === 'malformed') return 'malformed';
  const sender = brokerUrl === undefined ? 'service' : 'broker';
  return callback.from === sender && callback.state === state ? undefined : 'otherSignIn';
}

import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../base/disposable.ts';
import { CancelledError, isCancelled } from '../base/errors.ts';
import type { Account } from './account.ts';
import { parseCallback, pastedQuery } from './callback.ts';
import type { PendingFlow } from './pendingFlow.ts';
import type { SignInFlows } from './signInFlows.ts';

/** After this long without a callback the user is told what else can be done. */
const slowAfterMs = 20_000;
/** After this long the user is told that it took too long. The flow lives on: a late callback still completes it. */
const lateAfterMs = 5 * 60_000;
/** A callback that came first is waited for this long; a window that fails with it says so itself, and not here. */
const completionPatienceMs = 15_000;

/** How a sign-in stands that has not ended yet: no browser opened, nothing has come for a while, or for too long. */
export type SignInSituation = 'notOpened' | 'slow' | 'late';
export type SignInChoice = 'copyLink' | 'pasteCode' | 'restart' | 'useToken';

/** What is wrong with a text that was pasted for a code. */
export type PasteProblem = 'malformed' | 'otherSignIn';

/** What the user sees of a sign-in through the browser, and answers. */
export interface SignInDesk {
  /** Opens the user's own browser, never a webview. @returns false when none opened */
  open(address: string): Promise<boolean>;
  /** Says, until it is disposed, that the browser is waited for, with a way to cancel. */
  showWaiting(onCancel: () => void): Disposable;
  /** Says how it stands. @returns what the user chose, `undefined` when they closed the notice */
  offer(situation: SignInSituation, choices: readonly SignInChoice[]): Promise<SignInChoice | undefined>;
  copy(text: string): Promise<void>;
  /**
   * Asks for what the browser's last page shows; what is wrong with a text is said where it was pasted.
   * @returns a text without a problem, `undefined` when the user, or the signal, closed the box
   */
  askForCode(check: (text: string) => PasteProblem | undefined, signal: AbortSignal): Promise<string | undefined>;
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
  readonly flows: Pick<SignInFlows, 'begin' | 'wait' | 'giveUp' | 'complete'>;
  readonly clock: Clock;
  readonly desk: SignInDesk;
}

/**
 * Opens the browser for a flow and waits until it ends, in this window or another, or the user goes another way.
 * @throws {CancelledError} when the user gave up, or was told of the timeout and did not answer
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
  readonly #over = new AbortController();
  readonly #owned = new DisposableStore();
  #isAsking = false;
  #isLate = false;
  #isLapsed = false;
  /** The notice that it is late, with a way on, has not been answered. */
  #isLateTold = false;

  constructor(ports: AttemptPorts, attempt: BrowserAttempt) {
    this.#ports = ports;
    this.#attempt = attempt;
  }

  async run(): Promise<AttemptEnd> {
    const { flows, clock, desk } = this.#ports;
    flows.wait(this.#attempt.flow, this.#over.signal).then(
      (account) => this.#end.resolve({ kind: 'signedIn', account }),
      (error: unknown) => this.#stopWaiting(error),
    );
    const waiting = this.#owned.add(new MutableDisposable<Disposable>());
    waiting.value = desk.showWaiting(() => this.#over.abort());
    this.#owned.add(clock.startTimer(slowAfterMs, () => this.#offer('slow')));
    this.#owned.add(
      clock.startTimer(lateAfterMs, () => {
        this.#isLate = true;
        waiting.value = undefined;
        this.#offer('late');
      }),
    );
    this.#do(() => this.#open());
    try {
      return await this.#end.promise;
    } finally {
      this.#over.abort();
      this.#owned.dispose();
    }
  }

  /** A notice that it is late may still be answered when nothing can come any more. */
  #stopWaiting(error: unknown): void {
    this.#isLapsed = this.#isLateTold && isCancelled(error);
    if (!this.#isLapsed) this.#end.reject(error);
  }

  async #open(): Promise<void> {
    const { desk } = this.#ports;
    const { address, isPasted = false } = this.#attempt;
    if (!(await desk.open(address))) this.#offer('notOpened');
    if (isPasted) await this.#askForCode();
  }

  #offer(situation: SignInSituation): void {
    // While the box is open the user has a way on; what else there is comes when it is closed.
    if (!this.#isAsking && !this.#over.signal.aborted) this.#do(() => this.#offerNow(situation));
  }

  async #offerNow(situation: SignInSituation): Promise<void> {
    this.#isLateTold ||= situation === 'late';
    const choice = await this.#ports.desk.offer(situation, this.#choicesOf(situation));
    if (situation === 'late') this.#isLateTold = false;
    if (this.#over.signal.aborted) return;
    if (choice === 'copyLink') return this.#ports.desk.copy(this.#attempt.address);
    if (choice === 'useToken' || choice === 'restart') await this.#giveUpFor(choice);
    else if (choice === 'pasteCode') await this.#askForCode();
    else if (this.#isLapsed) this.#end.reject(new CancelledError());
  }

  /** Goes another way, unless a callback was quicker: else an account would come while the next attempt still waits. */
  async #giveUpFor(kind: 'restart' | 'useToken'): Promise<void> {
    const { flows, clock } = this.#ports;
    const goOn = (): void => this.#end.resolve({ kind });
    if (this.#isLapsed || (await flows.giveUp(this.#attempt.flow))) goOn();
    else if (!this.#over.signal.aborted) this.#owned.add(clock.startTimer(completionPatienceMs, goOn));
  }

  #choicesOf(situation: SignInSituation): readonly SignInChoice[] {
    // Nobody has a token of the sandbox.
    const token = this.#attempt.flow.kind === 'sandbox' ? [] : (['useToken'] as const);
    if (situation === 'notOpened') return ['copyLink', ...token];
    return situation === 'slow' ? ['pasteCode', 'restart'] : ['restart', 'pasteCode', ...token];
  }

  async #askForCode(): Promise<void> {
    if (this.#isAsking) return;
    // A code of a sign-in that is over helps nobody; a new one gives a new code.
    if (this.#isLapsed) return this.#end.resolve({ kind: 'restart' });
    this.#isAsking = true;
    const { desk, flows } = this.#ports;
    const check = (text: string): PasteProblem | undefined => pasteProblem(text, this.#attempt.flow);
    const text = await desk.askForCode(check, this.#over.signal).finally(() => {
      this.#isAsking = false;
    });
    if (text !== undefined) await flows.complete(pastedQuery(text));
    else this.#offer(this.#isLate ? 'late' : 'slow');
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

import { PersonUnknownError, SignInRequiredError } from '../../core/auth/errors.ts';
import { type Clock, systemClock } from '../../core/base/clock.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';
import { showErrorMessage, showInformationMessage } from '../vscode/notifications.ts';
import { describeError } from './describeError.ts';
import { errorActionLabel, runErrorAction } from './errorMessage.ts';

/** Many requests fail when a session expires: it is reported only once a minute. */
const expiredPauseMs = 60_000;

/** What failed, and what the user can do about it besides the actions of the error itself. */
export interface ReportOptions {
  /** What was attempted, with the file and the room, for example "Couldn't share main.ts to “Design”." */
  readonly context?: string;
  readonly retry?: (() => Promise<void>) | undefined;
  /**
   * For what goes on by itself after a sign-in, so that no retry is offered then: it would stay beside the success. Called in
   * place of a second notification of the session that has expired.
   */
  readonly whenKnown?: (() => void) | undefined;
  /** An action for this context only. Its button comes first. */
  readonly otherAction?: { readonly label: string; run(): Promise<void> } | undefined;
}

/**
 * Shows errors to the user. A cancellation is not shown. A known error has its own text and actions; any other error points
 * to the log.
 */
export class ErrorReporter {
  readonly #log: Log;
  readonly #clock: Clock;
  #expiredMs = Number.NEGATIVE_INFINITY;

  constructor(log: Log, clock: Clock = systemClock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Shows the error and runs the action that the user chooses; a retry that fails is reported again. Never rejects. */
  async report(error: unknown, options: ReportOptions = {}): Promise<void> {
    if (isCancelled(error)) return;
    // A sign-in that lacks only the person's name has a retry of its own.
    const own = error instanceof PersonUnknownError ? error.retry : undefined;
    const { context, retry = own, otherAction } = options;
    this.#log.error(context ?? 'failed', error);
    const isExpired = error instanceof SignInRequiredError && error.reason === 'expired';
    // An error with a context answers what the user did, so it is always shown.
    if (isExpired && this.#wasExpiredBefore() && (context === undefined || options.whenKnown))
      return options.whenKnown?.();
    const { sentence, actions } = describeError(error);
    const offered = actions.filter((action) => action !== 'retry' || retry !== undefined);
    const labels = new Map(offered.map((action) => [errorActionLabel(action), action]));
    const message = [context, sentence].filter(Boolean).join(' ');
    const choice = await showErrorMessage(message, ...(otherAction ? [otherAction.label] : []), ...labels.keys());
    if (otherAction !== undefined && choice === otherAction.label) return this.#run(() => otherAction.run());
    const action = choice === undefined ? undefined : labels.get(choice);
    if (action === 'retry') await this.#retry({ ...options, retry });
    else if (action !== undefined) await runErrorAction(action);
    if (action === 'signIn') await this.#offerRetry(options);
  }

  /** Whether an expired session was reported a short time ago; if not, this is the report. */
  #wasExpiredBefore(): boolean {
    const passedMs = this.#clock.now() - this.#expiredMs;
    // A time in the future means that the clock was set back.
    if (passedMs >= 0 && passedMs < expiredPauseMs) return true;
    this.#expiredMs = this.#clock.now();
    return false;
  }

  /** After a sign-in, what failed for want of it is retried only when the user asks for it. */
  async #offerRetry(options: ReportOptions): Promise<void> {
    if (options.context === undefined || options.retry === undefined || options.whenKnown) return;
    const label = errorActionLabel('retry');
    if ((await showInformationMessage(options.context, label)) === label) await this.#retry(options);
  }

  #retry(options: ReportOptions): Promise<void> {
    return this.#run(() => options.retry?.(), options);
  }

  async #run(action: () => Promise<void> | undefined, options: ReportOptions = {}): Promise<void> {
    try {
      await action();
    } catch (error) {
      await this.report(error, options);
    }
  }
}

import { window } from 'vscode';
import { PersonUnknownError, SignInRequiredError } from '../core/auth/errors.ts';
import { type Clock, systemClock } from '../core/base/clock.ts';
import { Cooldown } from '../core/base/cooldown.ts';
import { isCancelled } from '../core/base/errors.ts';
import type { Log } from '../core/base/log.ts';
import { anyFailureWords } from './words/failureWords.ts';
import { takeWayOut } from './words/wayOutCommand.ts';
import { wayOutLabel } from './words/wayOutLabel.ts';

/** The end of a session is met by everything that was under way: it is told once. */
const expiredPauseMs = 60_000;

/** What was being done when it failed: named in the message, and done again when the user says so. */
export interface FailedAct {
  /** With the file and the room, for example "main.ts was not shared to “Design”." */
  readonly act?: string;
  readonly retry?: (() => Promise<void>) | undefined;
  /** What helps with this act alone: its button comes first. */
  readonly other?: { readonly label: string; run(): Promise<void> } | undefined;
}

/** The one funnel for failure: cancelled says nothing; known has its own sentence and a way out; unknown goes to the log. */
export class FailureReport {
  readonly #log: Log;
  readonly #expired: Cooldown;

  constructor(log: Log, clock: Clock = systemClock) {
    this.#log = log;
    this.#expired = new Cooldown(clock, expiredPauseMs);
  }

  /** Shows the failure and does what the user chooses; a retry that fails comes here again. Never rejects. */
  async show(error: unknown, failed: FailedAct = {}): Promise<void> {
    if (isCancelled(error)) return;
    const { act, retry = retryOf(error), other } = failed;
    this.#log.error(act ?? 'failed', error);
    const isExpired = error instanceof SignInRequiredError && error.reason === 'expired';
    // What the user did by hand, and may want to do again, is answered in any case.
    if (isExpired && !this.#expired.tryPass() && act === undefined) return;
    const words = anyFailureWords(error);
    const waysOut = words.waysOut.filter((way) => way !== 'retry' || retry !== undefined);
    const labels = new Map(waysOut.map((way) => [wayOutLabel(way), way]));
    const said = [act, words.sentence].filter(Boolean).join(' ');
    const choice = await window.showErrorMessage(said, ...(other ? [other.label] : []), ...labels.keys());
    if (other !== undefined && choice === other.label) return this.#run(() => other.run());
    const way = choice === undefined ? undefined : labels.get(choice);
    if (way === 'retry') await this.#retry({ ...failed, retry });
    else if (way !== undefined) await takeWayOut(way);
    if (way === 'signIn') await this.#offerAgain(failed);
  }

  /** What failed for want of a sign-in is not lost by it; but it goes out only when the user says so again. */
  async #offerAgain(failed: FailedAct): Promise<void> {
    if (failed.act === undefined || failed.retry === undefined) return;
    const again = wayOutLabel('retry');
    if ((await window.showInformationMessage(failed.act, again)) === again) await this.#retry(failed);
  }

  #retry(failed: FailedAct): Promise<void> {
    return this.#run(() => failed.retry?.(), failed);
  }

  async #run(act: () => Promise<void> | undefined, failed: FailedAct = {}): Promise<void> {
    try {
      await act();
    } catch (error) {
      await this.show(error, failed);
    }
  }
}

/** A sign-in that only lacks a name has its own way on. */
function retryOf(error: unknown): FailedAct['retry'] {
  return error instanceof PersonUnknownError ? error.retry : undefined;
}

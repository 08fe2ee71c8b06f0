import type { Clock } from '../../base/clock.ts';
import { throwIfAborted } from '../../base/errors.ts';

/** How long an agreement holds: after that the room may have another title or other readers than the question said. */
export const agreementLifetimeMs = 5 * 60_000;

/** The user agreed to a post, or there is an answer for the model instead. */
export type PostDecision<Post> = { readonly agreed: Post } | { readonly answer: string };

export interface PostConfirmation<Question, Post> {
  /** Looks up what the question says. */
  prepare(): Promise<Question>;
  /** Asks the user. */
  ask(question: Question): Promise<PostDecision<Post>>;
  readonly clock: Pick<Clock, 'now'>;
  /** The model's call. */
  readonly signal: AbortSignal;
}

/**
 * Asks the user about one call of the post tool. VS Code may approve a tool by itself (a setting, "Always Allow", a hook)
 * and tells the tool nothing of it, so every call asks and nothing is remembered: an agreement belongs to the call that
 * asked, and is gone when it is declined, fails or is cancelled. An agreement that came late asks again with the facts of
 * that moment.
 * @throws {CancelledError} when the call was cancelled while the question was open
 */
export async function confirmPost<Question, Post>(
  confirmation: PostConfirmation<Question, Post>,
): Promise<PostDecision<Post>> {
  const { clock, signal } = confirmation;
  for (;;) {
    const question = await confirmation.prepare();
    const askedMs = clock.now();
    const decision = await confirmation.ask(question);
    throwIfAborted(signal);
    const tookMs = clock.now() - askedMs;
    // The clock of the computer may have been set back.
    if (!('agreed' in decision) || (tookMs >= 0 && tookMs <= agreementLifetimeMs)) return decision;
  }
}

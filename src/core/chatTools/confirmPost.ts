import type { Clock } from '../base/clock.ts';
import { throwIfAborted } from '../base/errors.ts';

/** How long a confirmation is valid: later, the title or the members of the room may differ from the question. */
export const confirmationLifetimeMs = 5 * 60_000;

/** The user confirmed a post, or there is an answer for the model instead. */
export type PostDecision<Post> = { readonly confirmed: Post } | { readonly answer: string };

export interface PostConfirmation<Question, Post> {
  /** Reads the facts of the question. */
  prepare(): Promise<Question>;
  /** Asks the user. */
  ask(question: Question): Promise<PostDecision<Post>>;
  readonly clock: Pick<Clock, 'now'>;
  /** Aborts with the model's call. */
  readonly signal: AbortSignal;
}

/**
 * Asks the user to confirm one call of the post tool. VS Code can approve a tool by itself (a setting, "Always Allow",
 * a hook) without informing the tool, so every call asks and nothing is stored: a confirmation belongs to its call. A
 * late confirmation asks again with current facts.
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
    // The system clock may have been set back.
    if (!('confirmed' in decision) || (tookMs >= 0 && tookMs <= confirmationLifetimeMs)) return decision;
  }
}

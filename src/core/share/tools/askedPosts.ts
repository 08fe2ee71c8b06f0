import type { Clock } from '../../base/clock.ts';

/** Nobody reads a message and agrees to it within this time. */
const fastestAnswerMs = 500;
const mostKept = 50;

/**
 * Which posts the user was asked about. VS Code asks with what a tool prepared, but goes on by itself where the user once
 * told it to allow everything, and says nothing of that to the tool: what runs without a question, or faster than anybody
 * reads, was agreed to by nobody.
 */
export class AskedPosts {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #askedMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** The user is being asked about a post from now on. */
  noteAsked(post: string): void {
    this.#askedMs.delete(post);
    this.#askedMs.set(post, this.#clock.now());
    const [oldest] = this.#askedMs.keys();
    if (this.#askedMs.size > mostKept && oldest !== undefined) this.#askedMs.delete(oldest);
  }

  /** Whether somebody may have agreed to it; one question is good for one post. */
  takeAgreed(post: string): boolean {
    const askedMs = this.#askedMs.get(post);
    this.#askedMs.delete(post);
    return askedMs !== undefined && this.#clock.now() - askedMs >= fastestAnswerMs;
  }
}

/** What is kept of a piece of work, and for how long. */
export interface CacheableAnswer {
  readonly text: string;
  readonly keepMs: number;
}

/** Seals what is kept, because others may read the store. */
export interface AnswerSeal {
  seal(text: string): Promise<string>;
  /** `undefined` when it cannot be opened: the answer then counts as absent. */
  open(sealed: string): Promise<string | undefined>;
}

/** The little a broker has to remember, in the memory of one replica or shared by several. It never holds a secret in the clear. */
export interface BrokerState {
  /** Takes a name for so long; false when it is taken already. */
  claim(name: string, keepMs: number): Promise<boolean>;
  /** Gives a name back before its time. */
  release(name: string): Promise<void>;
  /** Does a piece of work once, however many callers ask for it, and gives each of them its answer for as long as that says. */
  once(name: string, seal: AnswerSeal, work: () => Promise<CacheableAnswer>): Promise<string>;
  /** Counts one more, and gives how many there were in the running window and how long that still lasts. */
  count(name: string, windowMs: number): Promise<{ count: number; leftMs: number }>;
  /** @throws {StateError} when it could not do its work now */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The state cannot be reached, or does not answer: nothing may be decided without it. */
export class StateError extends Error {}

/** A wait with its end and its reason. */
interface Wait {
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
  readonly reason: string;
}

/** Combines the waits of many requests into one countdown: reports the longest, and `undefined` if there is none. */
export class WaitTracker<W extends Wait> {
  readonly #show: (wait: W | undefined) => void;
  readonly #waits = new Map<object, W>();
  #shown: W | undefined;

  constructor(show: (wait: W | undefined) => void) {
    this.#show = show;
  }

  /** Sets the wait of `owner`; `undefined` ends it. */
  set(owner: object, wait: W | undefined): void {
    if (wait !== undefined) this.#waits.set(owner, wait);
    else this.#waits.delete(owner);
    const longest = this.#longest();
    if (longest?.untilMs === this.#shown?.untilMs && longest?.reason === this.#shown?.reason) return;
    this.#shown = longest;
    this.#show(longest);
  }

  #longest(): W | undefined {
    let longest: W | undefined;
    for (const each of this.#waits.values()) {
      if (longest === undefined || each.untilMs > longest.untilMs) longest = each;
    }
    return longest;
  }
}

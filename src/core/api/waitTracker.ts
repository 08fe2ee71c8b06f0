/** Somebody waits until then, for this reason. */
interface Wait {
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
  readonly reason: string;
}

/** Makes one countdown of the waits of many requests: it shows the longest, and `undefined` when nobody waits. */
export class WaitTracker<W extends Wait> {
  readonly #show: (wait: W | undefined) => void;
  readonly #waits = new Map<object, W>();
  #shown: W | undefined;

  constructor(show: (wait: W | undefined) => void) {
    this.#show = show;
  }

  /** What `owner` waits for now; `undefined` when it goes on. */
  set(owner: object, wait: W | undefined): void {
    if (wait !== undefined) this.#waits.set(owner, wait);
    else if (!this.#waits.delete(owner)) return;
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

import { createSecret } from '../db/identifiers.ts';

/**
 * One visit to the authorize page. Its id stands in the forms of the page and nowhere else: another site can make the
 * browser post a form here, but cannot know the id, so it cannot approve anything in the user's place.
 */
export interface AuthorizationTicket {
  readonly id: string;
  /** The query the visit began with; it is checked again at every step. */
  readonly query: string;
  /** Who signed in. */
  personId: string | undefined;
}

/** The visits under way, each for a limited time. */
export interface AuthorizationTickets {
  open(query: string): AuthorizationTicket;
  find(id: string): AuthorizationTicket | undefined;
  /** Ends a visit; a decision is taken once. */
  close(id: string): void;
  /** Makes a short address that leads once to this one below the sandbox's own. */
  createShortcut(target: string): string;
  /** What is behind a short address; it is gone afterwards. */
  takeShortcut(id: string): string | undefined;
}

const lifetimeMs = 15 * 60 * 1000;

/** `now` gives milliseconds since the epoch. */
export function createAuthorizationTickets(now: () => number): AuthorizationTickets {
  const tickets = new Expiring<AuthorizationTicket>(now);
  const shortcuts = new Expiring<string>(now);
  return {
    open: (query) => tickets.add((id) => ({ id, query, personId: undefined })),
    find: (id) => tickets.get(id),
    close: (id) => tickets.delete(id),
    createShortcut(target) {
      let shortcut = '';
      shortcuts.add((id) => {
        shortcut = id;
        return target;
      });
      return shortcut;
    },
    takeShortcut(id) {
      const target = shortcuts.get(id);
      shortcuts.delete(id);
      return target;
    },
  };
}

class Expiring<T> {
  readonly #entries = new Map<string, { value: T; expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(make: (id: string) => T): T {
    for (const [id, entry] of this.#entries) if (entry.expiresAt <= this.#now()) this.#entries.delete(id);
    const id = createSecret();
    const value = make(id);
    this.#entries.set(id, { value, expiresAt: this.#now() + lifetimeMs });
    return value;
  }

  get(id: string): T | undefined {
    const entry = this.#entries.get(id);
    return entry !== undefined && entry.expiresAt > this.#now() ? entry.value : undefined;
  }

  delete(id: string): void {
    this.#entries.delete(id);
  }
}

import type { Pages } from '../api/pages.ts';
import type { Membership, Message } from '../api/resources.ts';
import { isCancelled } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { displayTitle } from '../rooms/displayTitle.ts';

/** Lists who is in the room; not in the interface [X3]. */
export type ListMembers = (signal: AbortSignal) => Pages<Membership>;

/** A big room's names are worth so many requests. */
const mostPages = 3;

/** The names of those who write in a room, asked for once. Who left, or cannot be looked up, is known by e-mail. */
export class AuthorNames {
  readonly #list: ListMembers;
  readonly #log: Log;
  readonly #names = new Map<string, string>();
  #loading: Promise<void> | undefined;

  constructor(list: ListMembers, log: Log) {
    this.#list = list;
    this.#log = log;
  }

  /** Asks once. Never rejects: messages without names are messages still. */
  load(signal: AbortSignal): Promise<void> {
    this.#loading ??= this.#load(signal);
    return this.#loading;
  }

  /** The best that is known, safe to show; `''` for a message without an author. */
  of({ personId, personEmail }: Message): string {
    return displayTitle(this.#names.get(personId ?? '') ?? personEmail ?? '');
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      let pageCount = 0;
      for await (const page of this.#list(signal)) {
        for (const { personId, personDisplayName } of page.items) {
          if (personDisplayName) this.#names.set(personId, personDisplayName);
        }
        pageCount += 1;
        if (pageCount === mostPages) return;
      }
    } catch (error) {
      if (!isCancelled(error)) this.#log.error('the names of a room could not be asked for', error);
    }
  }
}

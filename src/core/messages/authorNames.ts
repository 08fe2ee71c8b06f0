import type { ServiceClient } from '../api/client.ts';
import { isNotOffered } from '../api/errors.ts';
import type { Message, Person } from '../api/resources.ts';
import { isCancelled } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { displayTitle, foldText } from '../base/text/displayText.ts';

const pageSize = 1000;
/** The most requests for the names of a large room. */
const maxPages = 3;
/** Of a name before an address, so that the address is not cut. */
const maxNameCharacters = 30;

/**
 * The names of the authors in a room, requested once from its memberships, which are not in the service API [X3]. Authors
 * who left, or whose name cannot be read, are shown by e-mail. A name can be that of another member, also on purpose, or look
 * like an address: it is shown with the e-mail.
 */
export class AuthorNames {
  readonly #client: () => Promise<Pick<ServiceClient, 'listMemberships'>>;
  readonly #roomId: string;
  readonly #log: Log;
  readonly #names = new Map<string, string>();
  /** The members with each name. */
  readonly #holders = new Map<string, Set<string>>();
  readonly #people: Person[] = [];
  #loading: Promise<void> | undefined;

  constructor(client: () => Promise<Pick<ServiceClient, 'listMemberships'>>, roomId: string, log: Log) {
    this.#client = client;
    this.#roomId = roomId;
    this.#log = log;
  }

  /** Requests the names once, and again after a failure. Never rejects, because messages are useful without names. */
  load(signal: AbortSignal): Promise<void> {
    this.#loading ??= this.#load(signal);
    return this.#loading;
  }

  /** The people of the room a word of whose name begins like this. */
  matching(query: string): readonly Person[] {
    const wanted = foldText(query);
    const isMatch = ({ displayName = '' }: Person): boolean => ` ${foldText(displayName)}`.includes(` ${wanted}`);
    return this.#people.filter(isMatch).sort((a, b) => (a.displayName ?? '').localeCompare(b.displayName ?? ''));
  }

  /** The best known name, safe to display; `''` for a message without an author. */
  of({ personId, personEmail }: Message): string {
    const email = displayTitle(personEmail ?? '');
    const name = this.#names.get(personId ?? '') ?? email;
    const isClear = !name.includes('@') && (this.#holders.get(foldText(name))?.size ?? 0) < 2;
    return isClear || name === email || email === '' ? name : `${displayTitle(name, maxNameCharacters)} (${email})`;
  }

  #add(personId: string, name: string): void {
    this.#names.set(personId, name);
    const key = foldText(name);
    this.#holders.set(key, (this.#holders.get(key) ?? new Set()).add(personId));
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const client = await this.#client();
      let pageCount = 0;
      for await (const page of client.listMemberships({ roomId: this.#roomId, max: pageSize }, signal)) {
        for (const { personId, personDisplayName, personEmail } of page.items) {
          const emails = personEmail === undefined ? [] : [personEmail];
          this.#people.push({
            id: personId,
            displayName: displayTitle(personDisplayName ?? personEmail ?? ''),
            emails,
          });
          if (personDisplayName) this.#add(personId, displayTitle(personDisplayName));
        }
        pageCount += 1;
        if (pageCount === maxPages) return;
      }
    } catch (error) {
      if (!isNotOffered(error)) this.#loading = undefined;
      if (!isCancelled(error)) this.#log.error('the names of the members of a room could not be read', error);
    }
  }
}

const colourCount = 8;

/** The initials of a name without its address: of its first and last word, or of an e-mail address. At most two characters. */
export function initialsOf(name: string): string {
  // In composed form, so that an initial keeps its accent.
  const words =
    name
      .normalize('NFC')
      .replace(/ \([^()]*@.*$|@.*$/, '')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const picked = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return picked.map((word = '') => Array.from(word)[0]?.toLocaleUpperCase('en') ?? '').join('');
}

/** A number from 0 to 7 that is always the same for a person. */
export function colourOf(person: string): number {
  let hash = 0;
  for (const character of person) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % colourCount;
}

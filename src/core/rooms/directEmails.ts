import type { ServiceClient } from '../api/client.ts';
import type { Account } from '../auth/account.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { errorName } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { RoomDirectory } from './roomDirectory.ts';
import { otherEmail, readMembers } from './roomPeople.ts';

/** Limit of membership requests per account. */
const maxRequests = 50;

/** The addresses as lists use them. */
export type RequestedEmails = Pick<DirectEmails, 'get' | 'request' | 'onDidChange'>;

interface DirectEmailsPorts {
  /** The active account and its client; `undefined` when no account is signed in. */
  session(): Promise<
    | {
        readonly account: Pick<Account, 'personId'>;
        readonly client: Pick<ServiceClient, 'listMemberships'>;
      }
    | undefined
  >;
  readonly log: Log;
}

/**
 * Reads the e-mail address of the other person of direct rooms in the background, one at a time, so that lists can
 * distinguish rooms with the same name. Memberships are not in the service API [X3]: after a refusal the queued requests
 * are not made, and after a failure when the rooms are next requested.
 */
export class DirectEmails implements Disposable {
  readonly #ports: DirectEmailsPorts;
  readonly #changes = new Emitter<void>();
  /** Empty while not known. */
  readonly #emails = new Map<string, string>();
  #queue = Promise.resolve();
  /** Aborts the running request and those in the queue. */
  #abort = new AbortController();

  /** Fires when a new address is known. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: DirectEmailsPorts) {
    this.#ports = ports;
  }

  /** `undefined` if not known. Comes from the network: escape it before display. */
  get(roomId: string): string | undefined {
    return this.#emails.get(roomId) || undefined;
  }

  /** Queues a request for the address of a direct room, once per room. Does not wait and does not throw. */
  request(roomId: string): void {
    if (this.#emails.has(roomId) || this.#emails.size >= maxRequests) return;
    this.#emails.set(roomId, '');
    if (this.#abort.signal.aborted) this.#abort = new AbortController();
    const abort = this.#abort;
    this.#queue = this.#queue.then(() => this.#read(roomId, abort));
  }

  /** Resets all state for another account. */
  clear(): void {
    this.#abort.abort();
    this.#emails.clear();
  }

  dispose(): void {
    this.#abort.abort();
    this.#changes.dispose();
  }

  async #read(roomId: string, abort: AbortController): Promise<void> {
    if (abort.signal.aborted) return;
    try {
      const session = await this.#ports.session();
      const page = session && (await readMembers(session.client, { roomId }, abort.signal));
      if (abort.signal.aborted) return;
      // A service that refuses one room refuses the others too.
      if (session === undefined || page === undefined) return abort.abort();
      const email = otherEmail(page.items, session.account.personId);
      if (email === undefined) return;
      this.#emails.set(roomId, email);
      this.#changes.fire();
    } catch (error) {
      if (abort.signal.aborted) return;
      abort.abort();
      // The next list that shows the rooms requests them again.
      for (const [id, email] of this.#emails) if (email === '') this.#emails.delete(id);
      this.#ports.log.warn(`the people of direct rooms were not read: ${errorName(error)}`);
    }
  }
}

/**
 * The address that distinguishes a direct room from another room of the same name. It is requested if it is not known.
 * Comes from the network: escape it before display.
 */
export function distinguishingEmail(
  { directory, emails }: { directory: Pick<RoomDirectory, 'ambiguousDirectRooms'>; emails: RequestedEmails },
  roomId: string,
): string | undefined {
  if (!directory.ambiguousDirectRooms.has(roomId)) return undefined;
  emails.request(roomId);
  return emails.get(roomId);
}

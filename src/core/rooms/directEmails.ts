import type { ServiceClient } from '../api/client.ts';
import { ServiceError } from '../api/errors.ts';
import type { Membership } from '../api/resources.ts';
import type { Account } from '../auth/account.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { errorName, isCancelled } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { mapConcurrently } from '../base/scheduling/concurrency.ts';
import type { RoomDirectory } from './roomDirectory.ts';

/** Limits of membership requests: in total per account, and at the same time. */
const maxRequests = 50;
const maxConcurrent = 2;

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
 * Reads the e-mail address of the other person of direct rooms in the background, so that lists can distinguish rooms
 * with the same name. Memberships are not in the service API [X3]: after a refusal no more requests are made.
 */
export class DirectEmails implements Disposable {
  readonly #ports: DirectEmailsPorts;
  readonly #changes = new Emitter<void>();
  #emails = new Map<string, string>();
  #requested = new Set<string>();
  #queued: string[] = [];
  #running: Promise<void> | undefined;
  /** Aborts the requests of the previous account. */
  #abort = new AbortController();

  /** Fires when a new address is known. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: DirectEmailsPorts) {
    this.#ports = ports;
  }

  /** `undefined` if not known yet. Comes from the network: escape it before display. */
  get(roomId: string): string | undefined {
    return this.#emails.get(roomId);
  }

  /** Queues a request for the address of a direct room, once per room. Does not wait and does not throw. */
  request(roomId: string): void {
    if (this.#requested.has(roomId) || this.#requested.size >= maxRequests) return;
    this.#requested.add(roomId);
    this.#queued.push(roomId);
    this.#running ??= this.#run(this.#abort.signal);
  }

  /** Resets all state for another account. */
  clear(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#running = undefined;
    this.#queued = [];
    this.#emails = new Map();
    this.#requested = new Set();
  }

  dispose(): void {
    this.#abort.abort();
    this.#changes.dispose();
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      const session = await this.#ports.session();
      while (session !== undefined && this.#queued.length > 0 && !signal.aborted) {
        const roomIds = this.#queued.splice(0);
        const readOne = async (roomId: string) => ({ roomId, email: await readEmail(session, roomId, signal) });
        for await (const { roomId, email } of mapConcurrently(roomIds, maxConcurrent, readOne)) {
          if (signal.aborted) return;
          // A service that refuses one room refuses the others too.
          if (email === undefined) break;
          this.#emails.set(roomId, email);
          if (email !== '') this.#changes.fire();
        }
      }
    } catch (error) {
      if (!isCancelled(error)) this.#ports.log.warn(`the people of direct rooms were not read: ${errorName(error)}`);
    } finally {
      if (!signal.aborted) this.#running = undefined;
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
  return emails.get(roomId) || undefined;
}

type Session = NonNullable<Awaited<ReturnType<DirectEmailsPorts['session']>>>;

/** Empty when the service returns no address; `undefined` when it refuses memberships. */
async function readEmail({ account, client }: Session, roomId: string, signal: AbortSignal) {
  const page = await readMembers(client, { roomId }, signal);
  return page && (otherEmail(page.items, account.personId) ?? '');
}

/** The address of the only other member; `undefined` if there is none or more than one. */
export function otherEmail(members: readonly Membership[], ownPersonId: string): string | undefined {
  const [other, ...more] = members.filter(({ personId }) => personId !== ownPersonId);
  return more.length === 0 && other?.personEmail ? other.personEmail : undefined;
}

/** Not allowed, not found, or not supported by the service [A56]. */
const refusals: readonly number[] = [403, 404, 405];

/** The first page of the members of a room. `undefined` when the service refuses it: it is not in the service API [X3]. */
export async function readMembers(
  client: Pick<ServiceClient, 'listMemberships'>,
  query: Parameters<ServiceClient['listMemberships']>[0],
  signal?: AbortSignal,
) {
  try {
    return (await client.listMemberships(query, signal).next()).value ?? undefined;
  } catch (error) {
    if (error instanceof ServiceError && refusals.includes(error.status)) return undefined;
    throw error;
  }
}

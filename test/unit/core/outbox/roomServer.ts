import { createServiceClient, type NewMessage, type ServiceClient } from '../../../../src/core/api/client.ts';
import { ConnectionError, ServiceError } from '../../../../src/core/api/errors.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { CancelledError, throwIfAborted } from '../../../../src/core/base/errors.ts';
import type { ManualClock } from '../../../support/fakes/manualClock.ts';

/**
 * The outcome of a POST. "late" and "lost" leave it unknown. "dies" ends the window that sends it. "held" ends only
 * when its signal aborts: before the whole request was sent, or after the service processed or lost it.
 */
export type Fate =
  | 'done'
  | 'unreachable'
  | 'cut-after'
  | 'cut-lost'
  | 'held-before'
  | 'held-after'
  | 'held-lost'
  | 'status-502-done'
  | 'status-503'
  | 'status-500'
  | 'status-403'
  | 'rate-limited'
  | 'dies-before'
  | 'dies-after';

/** A service in memory whose POSTs end as the test says. Its clock may differ from that of the windows. */
export class RoomServer {
  readonly messages: Message[] = [];
  readonly fates: Fate[] = [];
  postCount = 0;
  skewMs = 0;
  /** Refuses all listings with this status. */
  listStatus: number | undefined;
  /** The Retry-After of all refusals. */
  retryAfterMs: number | undefined;
  isDown = false;
  namesMessages = true;
  /** How the service changes Markdown. */
  change: (markdown: string) => string = (markdown) => markdown;
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  /** The received texts, in order. */
  get texts(): readonly string[] {
    return this.messages.map(({ markdown }) => markdown ?? '');
  }

  /** @param die ends the requesting window in the middle of its work */
  client(personId: string, die: () => void = () => undefined): ServiceClient {
    const real = createServiceClient({
      baseUrl: 'https://rooms.test',
      send: () => Promise.reject(new Error('unused')),
    });
    return {
      ...real,
      createMessage: (message, signal) => this.#post(personId, message, die, signal),
      listMessages: (query) => this.#list(query.roomId),
      listRooms: () => this.#listRooms(),
      listMemberships: ({ roomId }) => this.#listMembers(personId, roomId),
      deleteMessage: async (id) => {
        this.messages.splice(
          this.messages.findIndex((message) => message.id === id),
          1,
        );
      },
    };
  }

  async #post(personId: string, message: NewMessage, die: () => void, signal?: AbortSignal): Promise<Message> {
    throwIfAborted(signal);
    await message.beforeSend?.();
    message.onRequestSent?.(true);
    const fate = this.isDown ? 'unreachable' : (this.fates.shift() ?? 'done');
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (fate === 'unreachable') throw failure('ECONNREFUSED', false);
    this.postCount += 1;
    if (fate === 'rate-limited') {
      message.onRequestSent?.(false);
      throw answered(429, this.retryAfterMs);
    }
    if (fate.startsWith('dies')) die();
    if (fate === 'dies-before') return new Promise<never>(() => undefined);
    const isTaken = ['done', 'cut-after', 'held-after', 'status-502-done', 'dies-after'].includes(fate);
    const taken = isTaken ? this.add(personId, roomOf(message), this.change(message.markdown ?? '')) : undefined;
    if (fate === 'dies-after') return new Promise<never>(() => undefined);
    if (fate === 'held-before') message.onRequestSent?.(false);
    if (fate.startsWith('held')) return aborted(signal);
    if (fate.startsWith('cut')) throw failure('ECONNRESET', true);
    const [, status] = /^status-(\d+)/.exec(fate) ?? [];
    if (status !== undefined) throw answered(Number(status), this.retryAfterMs);
    throwIfAborted(signal);
    return { id: '', roomId: message.roomId, ...(this.namesMessages && taken) };
  }

  /** Adds a message from any client. */
  add(personId: string, roomId: string, markdown: string): Message {
    const created = new Date(this.#clock.now() + this.skewMs).toISOString();
    const message = { id: `message-${this.messages.length + 1}`, roomId, personId, markdown, created };
    this.messages.push(message);
    return message;
  }

  async *#listRooms() {
    await this.#answerSoon();
    const ids = new Set(['direct-other', ...this.messages.map(({ roomId }) => roomId)]);
    const items = [...ids].map((id) => ({ id, title: 'Person', type: id.startsWith('direct-') ? 'direct' : 'group' }));
    yield { items, hasNext: false };
  }

  async *#listMembers(ownId: string, roomId: string) {
    await this.#answerSoon();
    const people = [ownId, roomId.replace('direct-', '')];
    yield { items: people.map((personId) => ({ id: `${roomId} ${personId}`, roomId, personId })), hasNext: false };
  }

  async #answerSoon(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.isDown) throw failure('ECONNREFUSED', false);
    if (this.listStatus !== undefined) throw answered(this.listStatus);
  }

  async *#list(roomId: string) {
    await this.#answerSoon();
    const items = this.messages.filter((message) => message.roomId === roomId).reverse();
    const serverTimeMs = Math.floor((this.#clock.now() + this.skewMs) / 1000) * 1000;
    for (let first = 0; first === 0 || first < items.length; first += 50) {
      yield { items: items.slice(first, first + 50), hasNext: first + 50 < items.length, serverTimeMs };
    }
  }
}

/** The direct room of a person is there after the first message. */
function roomOf({ roomId, toPerson }: NewMessage): string {
  return toPerson === undefined ? roomId : `direct-${toPerson.id}`;
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(new CancelledError()));
  return promise;
}

function failure(code: string, mayHaveBeenProcessed: boolean): ConnectionError {
  return new ConnectionError({
    host: 'rooms.test',
    code,
    kind: mayHaveBeenProcessed ? 'cut' : 'unreachable',
    mayHaveBeenProcessed,
  });
}

function answered(status: number, retryAfterMs?: number): ServiceError {
  return new ServiceError({ status, method: 'POST', path: '/v1/messages', retryAfterMs });
}

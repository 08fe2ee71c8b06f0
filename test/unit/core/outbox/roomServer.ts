import { createServiceClient, type ServiceClient } from '../../../../src/core/api/client.ts';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { withRetry } from '../../../../src/core/api/retry.ts';
import type { SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import type { OnWait } from '../../../../src/core/api/waitTracker.ts';
import { CancelledError, throwIfAborted } from '../../../../src/core/base/errors.ts';
import type { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer } from '../api/scriptedSend.ts';

/**
 * The outcome of a POST. "late" and "lost" leave it unknown. "dies" ends the window that sends it. "held" ends only
 * when its signal aborts, after the service processed or lost it.
 */
export type Fate =
  | 'done'
  | 'unreachable'
  | 'cut-after'
  | 'cut-lost'
  | 'held-after'
  | 'held-lost'
  | 'status-502-done'
  | 'status-503'
  | 'status-500'
  | 'status-403'
  | 'status-410'
  | 'page-404'
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
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  /** The received texts, in order. */
  get texts(): readonly string[] {
    return this.messages.map(({ markdown }) => markdown ?? '');
  }

  /**
   * A client with a rate gate of its own, as each account of a window has.
   * @param die ends the requesting window in the middle of its work
   */
  client(personId: string, die: () => void = () => undefined, onWait?: OnWait): ServiceClient {
    const retry = withRetry({ clock: this.#clock, log: new RecordingLog(), random: () => 0.5, onWait });
    const send = retry((request, signal) =>
      request.method === 'POST' ? this.#post(personId, request, die, signal) : this.#reply(personId, request),
    );
    return createServiceClient({ baseUrl: 'https://rooms.test', send });
  }

  async #post(personId: string, request: SendRequest, die: () => void, signal?: AbortSignal): Promise<SendResponse> {
    throwIfAborted(signal);
    const fate = this.isDown ? 'unreachable' : (this.fates.shift() ?? 'done');
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (fate === 'unreachable') throw failure('ECONNREFUSED', false);
    this.postCount += 1;
    if (fate === 'rate-limited') return this.#refusal(429);
    if (fate.startsWith('dies')) die();
    if (fate === 'dies-before') return new Promise<never>(() => undefined);
    const message = JSON.parse(request.body?.text ?? '') as PostedFields;
    const isTaken = ['done', 'cut-after', 'held-after', 'status-502-done', 'dies-after'].includes(fate);
    const taken = isTaken ? this.add(personId, roomOf(message), message.markdown ?? '') : undefined;
    if (fate === 'dies-after') return new Promise<never>(() => undefined);
    if (fate.startsWith('held')) return aborted(signal);
    if (fate.startsWith('cut')) throw failure('ECONNRESET', true);
    if (fate === 'page-404') return answer(404, '<html>');
    const [, status] = /^status-(\d+)/.exec(fate) ?? [];
    if (status !== undefined) return this.#refusal(Number(status));
    throwIfAborted(signal);
    return answer(200, taken);
  }

  async #reply(personId: string, { method, url }: SendRequest): Promise<SendResponse> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.isDown) throw failure('ECONNREFUSED', false);
    const { pathname, searchParams } = new URL(url);
    if (method === 'DELETE') {
      const index = this.messages.findIndex(({ id }) => pathname.endsWith(`/${id}`));
      this.messages.splice(index, 1);
      return answer(204);
    }
    if (this.listStatus !== undefined) return answer(this.listStatus);
    if (pathname.endsWith('/rooms')) return answer(200, { items: this.#rooms() });
    const roomId = searchParams.get('roomId') ?? '';
    return pathname.endsWith('/memberships')
      ? answer(200, { items: membersOf(roomId, personId) })
      : this.#page(roomId, Number(searchParams.get('start') ?? 0));
  }

  #refusal(status: number): SendResponse {
    const headers = this.retryAfterMs === undefined ? {} : { 'retry-after': String(this.retryAfterMs / 1000) };
    return answer(status, '', headers);
  }

  /** Adds a message from any client. */
  add(personId: string, roomId: string, markdown: string): Message {
    const created = new Date(this.#clock.now() + this.skewMs).toISOString();
    const message = { id: `message-${this.messages.length + 1}`, roomId, personId, markdown, created };
    this.messages.push(message);
    return message;
  }

  #rooms(): readonly object[] {
    const ids = new Set(['direct-other', ...this.messages.map(({ roomId }) => roomId)]);
    return [...ids].map((id) => ({ id, title: 'Person', type: id.startsWith('direct-') ? 'direct' : 'group' }));
  }

  /** Fifty messages of a room, the newest first. */
  #page(roomId: string, start: number): SendResponse {
    const items = this.messages.filter((message) => message.roomId === roomId).reverse();
    const next = `<https://rooms.test/v1/messages?roomId=${roomId}&start=${start + 50}>; rel="next"`;
    const date = new Date(this.#clock.now() + this.skewMs).toUTCString();
    const headers = { date, ...(start + 50 < items.length && { link: next }) };
    return answer(200, { items: items.slice(start, start + 50) }, headers);
  }
}

interface PostedFields {
  readonly roomId?: string;
  readonly toPersonId?: string;
  readonly markdown?: string;
}

/** The direct room of a person is there after the first message. */
function roomOf({ roomId, toPersonId }: PostedFields): string {
  return roomId ?? `direct-${toPersonId}`;
}

function membersOf(roomId: string, ownId: string): readonly object[] {
  const people = [ownId, roomId.replace('direct-', '')];
  return people.map((personId) => ({ id: `${roomId} ${personId}`, roomId, personId }));
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(new CancelledError()));
  return promise;
}

function failure(code: string, mayHaveBeenProcessed: boolean): ConnectionError {
  const kind = mayHaveBeenProcessed ? 'cut' : 'unreachable';
  return new ConnectionError({ host: 'rooms.test', code, kind, mayHaveBeenProcessed });
}

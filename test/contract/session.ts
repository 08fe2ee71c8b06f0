import assert from 'node:assert/strict';
import { createServiceClient, type ServiceClient } from '../../src/core/api/client.ts';
import type { Pages } from '../../src/core/api/listPages.ts';
import { type AccessTokens, composeServicePipe } from '../../src/core/api/pipe.ts';
import type { Message } from '../../src/core/api/resources.ts';
import type { Send, SendRequest } from '../../src/core/api/send.ts';
import type { RetryWait } from '../../src/core/api/waitTracker.ts';
import { createNodeTransport } from '../../src/platform/http/nodeTransport.ts';
import { listen } from '../../src/servers/listen.ts';
import { createSandbox, type SandboxOptions } from '../../src/servers/sandbox/service/sandbox.ts';
import { controlOf } from '../support/fakes/controlOf.ts';
import { ManualClock } from '../support/fakes/manualClock.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';

/** One message as the sandbox received it. */
export interface Received {
  readonly id: string;
  readonly roomId: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly files: readonly { name: string; byteLength: number; mediaType: string; sha256: string }[];
}

/** A signed-in client with its own sandbox, over a socket with the transport of the extension. A wait that the service asks for passes at once. */
export interface Session {
  readonly client: ServiceClient;
  readonly baseUrl: string;
  /** The complete request pipeline, for requests that the client does not make. */
  readonly send: Send;
  /** The transport to the sandbox, without the pipeline. */
  readonly transport: Send;
  readonly clock: ManualClock;
  /** Whether a request is pending. Time must not pass meanwhile, or the result depends on the speed of the machine. */
  isBusy(): boolean;
  readonly log: RecordingLog;
  readonly waits: (RetryWait | undefined)[];
  /** Every request sent, including retries, with its status. */
  readonly traffic: { readonly request: SendRequest; readonly startedMs: number; status?: number }[];
  /** The token in use; `renewals` counts the refreshes. */
  readonly tokens: AccessTokens & { current: string; next: string | undefined; renewals: number };
  readonly control: ReturnType<typeof controlOf>;
  fault(effect: object, match?: object, more?: object): Promise<void>;
  received(): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function openSession(options: Pick<SandboxOptions, 'directMessages'> = {}): Promise<Session> {
  const clock = new ManualClock();
  const sandbox = createSandbox({ clock: () => clock.now(), ...options });
  const server = await listen(sandbox);
  const [baseUrl, connection] = [server.origin, createNodeTransport()];
  const traffic: Session['traffic'] = [];
  let activeCount = 0;
  const isBusy = (): boolean => activeCount > 0;
  const transport: Send = async (request, signal) => {
    const entry: Session['traffic'][number] = { request, startedMs: clock.now() };
    traffic.push(entry);
    activeCount += 1;
    try {
      const response = await connection(request, signal);
      entry.status = response.status;
      return response;
    } finally {
      activeCount -= 1;
    }
  };
  const tokens: Session['tokens'] = {
    current: sandbox.createDemoToken(),
    next: undefined,
    renewals: 0,
    get: async () => tokens.current,
    async refresh() {
      tokens.renewals += 1;
      if (tokens.next !== undefined) tokens.current = tokens.next;
      return tokens.next;
    },
  };
  const [log, waits] = [new RecordingLog(), [] as (RetryWait | undefined)[]];
  const onWait = (wait: RetryWait | undefined): void => {
    waits.push(wait);
    if (wait !== undefined) setImmediate(() => passWait(wait));
  };
  const passWait = (wait: RetryWait): void => {
    if (isBusy()) setImmediate(() => passWait(wait));
    else clock.advance(Math.max(0, wait.untilMs - clock.now()));
  };
  const send = composeServicePipe({
    transport,
    baseUrl,
    tokens,
    clock,
    log,
    random: () => 1,
    onWait,
  });
  const control = controlOf(sandbox);
  return {
    client: createServiceClient({ baseUrl, send }),
    ...{ baseUrl, send, transport: connection },
    ...{ clock, isBusy, log, waits, traffic, tokens, control },
    async fault(effect, match = { path: '/v1/' }, more = {}) {
      await control('faults', { match, effect, ...more });
    },
    received: async () => (await control('received')).messages as Received[],
    async close() {
      await server.close();
      await sandbox.close();
    },
  };
}

/** A new session for each test of a `describe`, always in the same object. */
export function useSession(): Session {
  const session = {} as Session;
  beforeEach(async () => void Object.assign(session, await openSession()));
  afterEach(() => session.close());
  return session;
}

/** All items of a list, and the number of pages. */
export async function collect<T>(pages: Pages<T>): Promise<{ items: T[]; pageCount: number }> {
  const items: T[] = [];
  let pageCount = 0;
  for await (const page of pages) {
    items.push(...page.items);
    pageCount += 1;
  }
  return { items, pageCount };
}

/** The id of a room that accepts messages. */
export async function someRoomId({ client }: Session): Promise<string> {
  const { items } = await collect(client.listRooms({ max: 100 }));
  return (items.find(({ isLocked, errors }) => !isLocked && errors === undefined) ?? assert.fail()).id;
}

/** A message from the list of its room; `undefined` if the list does not contain it. */
export async function storedMessage({ client }: Session, roomId: string, id: string): Promise<Message | undefined> {
  for await (const { items } of client.listMessages({ roomId })) {
    const found = items.find((message) => message.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

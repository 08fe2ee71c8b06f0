import { createServiceClient, type ServiceClient } from '../../../../src/core/api/client.ts';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import { composeServicePipe } from '../../../../src/core/api/pipe.ts';
import { bytesPart } from '../../../../src/core/api/requestBody.ts';
import type { Send, SendResponse } from '../../../../src/core/api/send.ts';
import { defaultMaxMessageBytes } from '../../../../src/core/attachments/limits.ts';
import { type Account, serializeAccount } from '../../../../src/core/auth/account.ts';
import { AccountStore } from '../../../../src/core/auth/accountStore.ts';
import { TokenSource } from '../../../../src/core/auth/tokenSource.ts';
import { createIdGenerator } from '../../../../src/core/outbox/newShare.ts';
import { Outbox } from '../../../../src/core/outbox/outbox.ts';
import { ShareStore } from '../../../../src/core/outbox/shareStore.ts';
import { decodedResponse } from '../../../../src/platform/http/decodedBody.ts';
import { createSandbox } from '../../../../src/servers/sandbox/service/sandbox.ts';
import { controlOf } from '../../fakes/controlOf.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { MemoryLock } from '../../fakes/memoryLock.ts';
import { MemoryMark } from '../../fakes/memoryMark.ts';
import { MemorySecretStore } from '../../fakes/memorySecretStore.ts';
import { MemoryDisk, MemoryWindow } from '../../fakes/memoryShareFiles.ts';
import { passTime } from '../../fakes/passTime.ts';
import { RecordingLog } from '../../fakes/recordingLog.ts';
import { createSandboxSend } from '../../fakes/sandboxSend.ts';
import type { Answer, Memory, ServiceRow } from './serviceRows.ts';

/** When the answer to a POST of a message is lost: before it was sent, before or after it was processed, or by a gateway. */
export const losses = ['none', 'unreachable', 'before', 'after', '502 before', '502 after'] as const;
export type Loss = (typeof losses)[number];

const names = [
  'content-type',
  'content-length',
  'content-disposition',
  'etag',
  'accept-ranges',
  'link',
  'www-authenticate',
];
/** The one address that the sandbox may have without a socket. */
const baseUrl = 'https://localhost';
let serverNowMs = (): number => 0;
const sandbox = createSandbox({ clock: () => serverNowMs(), broker: false });
const direct = createSandboxSend(sandbox);

const control = controlOf(sandbox);

export interface ReceivedMessage {
  readonly roomId: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly files: readonly { readonly name: string }[];
}

/** A computer whose service is altered as a row says, while it is ill. Its time passes by itself. */
export async function openServiceWorld({ name: rowName, alter, instead, accepted, aheadMs = 0 }: ServiceRow) {
  const clock = new ManualClock();
  const log = new RecordingLog();
  serverNowMs = () => clock.now() + aheadMs;
  const world = { isIll: false, loss: 'none' as Loss };
  const memory: Memory = {
    get nowMs() {
      return serverNowMs();
    },
    ...{ counts: new Map<string, number>(), lastItems: new Map<string, unknown>() },
  };
  const newToken = async () =>
    (await control<{ accessToken: string }>('personal-tokens', { personEmail: 'ada.park@example.com' })).accessToken;

  const newTokens = async () => Buffer.from(JSON.stringify({ access_token: await newToken(), expires_in: 3600 }));
  const answerOf = async (response: SendResponse): Promise<Answer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const headers = names.flatMap((name) => {
      const value = response.header(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const date = new Date(serverNowMs()).toUTCString();
    return { status: response.status, headers: { ...Object.fromEntries(headers), date }, body: Buffer.concat(chunks) };
  };
  const lost = (kind: 'unreachable' | 'cut') =>
    new ConnectionError({ host: 'localhost', code: 'X', kind, mayHaveBeenProcessed: kind === 'cut' });
  const transport: Send = async (request, signal) => {
    const { pathname } = new URL(request.url);
    const isPost = request.method === 'POST' && pathname.endsWith('/messages');
    const { loss } = world;
    if (isPost) world.loss = 'none';
    if (isPost && loss === 'unreachable') throw lost('unreachable');
    if (isPost && loss === 'before') throw lost('cut');
    const own = world.isIll ? instead?.(memory) : undefined;
    const bad = { status: 502, headers: {}, body: Buffer.from('<html>') };
    const isRefresh = pathname.endsWith('/access_token');
    let answer: Answer;
    if (own !== undefined) answer = own;
    else if (isPost && loss === '502 before') answer = bad;
    else if (isRefresh) answer = { ...bad, status: 200, body: await newTokens() };
    else answer = await answerOf(await direct(request, signal));
    if (isPost && loss === 'after') throw lost('cut');
    if (isPost && loss === '502 after') answer = bad;
    if (world.isIll && own === undefined) answer = alter(answer, request, memory);
    const body = (async function* () {
      if (answer.body.byteLength > 0) yield answer.body;
    })();
    return decodedResponse(request, { status: answer.status, header: (name) => answer.headers[name], body });
  };

  // What earlier worlds sent would only make this one slower.
  await control('received', undefined, 'DELETE');
  const clientOf = (send: Send): ServiceClient => createServiceClient({ baseUrl, send });
  const token = await newToken();
  const authorized: Send = (request, signal) =>
    direct({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }, signal);
  const truth = clientOf(authorized);
  const me = await truth.getMe();
  const [roomId = ''] = (await control<{ ids: string[] }>('rooms', { count: 1 })).ids;
  const account: Account = {
    ...{ id: 'ada', kind: 'integration', baseUrl, personId: me.id, label: 'ada', scopes: [], accessToken: token },
    ...{ obtainedAtMs: clock.now(), expiresAtMs: clock.now() + 12 * 3_600_000, refreshToken: 'refresh', revision: 1 },
    ...{ clientId: 'client', clientSecret: 'secret' },
  };
  const secrets = new MemorySecretStore();
  secrets.entries.set('account.v1', serializeAccount(account));
  const lock = new MemoryLock();
  const accounts = new AccountStore({ secrets, log, lock, clock, signedInFlag: new MemoryMark(true) });
  const source = new TokenSource({ accounts, send: transport, clock, log, random: () => 0.5, lock });
  const client = clientOf(
    composeServicePipe({ transport, baseUrl, tokens: source.forAccount('ada'), clock, log, random: () => 0.5 }),
  );
  const files = new MemoryWindow(new MemoryDisk());
  files.open = async (_, { name, mediaType }) => bytesPart(name, mediaType, Buffer.from('bytes'));
  const store = new ShareStore({ files, locks: files, log });
  const outbox = new Outbox({
    ...{ store, files, locks: files, clock, log, newId: createIdGenerator(), random: () => 0.5 },
    maxMessageBytes: () => defaultMaxMessageBytes,
    session: async () => ({ account, client }),
  });
  return Object.assign(world, {
    isReadable: accepted === undefined,
    isUnaltered: rowName === 'as the sandbox',
    ...{ clock, client, truth, outbox, account, accounts, transport, log, roomId },
    pass: <T>(work: Promise<T>): Promise<T> => passTime(clock, work),
    received: async (): Promise<readonly ReceivedMessage[]> =>
      (await control<{ messages: ReceivedMessage[] }>('received')).messages.filter((each) => each.roomId === roomId),
    /** The service is well again, and a minute passes. */
    async recover(): Promise<void> {
      Object.assign(world, { isIll: false, loss: 'none' });
      clock.advance(60_000);
      await passTime(clock, outbox.resume(true));
    },
  });
}

export type ServiceWorld = Awaited<ReturnType<typeof openServiceWorld>>;

import assert from 'node:assert/strict';
import type { ServiceClient } from '../../../../src/core/api/client.ts';
import type { ContentInfo } from '../../../../src/core/api/contentInfo.ts';
import { ConnectionError, ServiceError } from '../../../../src/core/api/errors.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { type NewShare, newRecord } from '../../../../src/core/outbox/newShare.ts';
import { reconcileShare } from '../../../../src/core/outbox/reconcileShare.ts';
import { digestOf, type ShareRecord, serializeShare } from '../../../../src/core/outbox/shareRecord.ts';
import type { TryOutcome } from '../../../../src/core/outbox/shareState.ts';
import { ShareStore } from '../../../../src/core/outbox/shareStore.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryDisk, MemoryWindow } from '../../../support/fakes/memoryShareFiles.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { ada, message } from './openWindow.ts';

const checking = { state: 'unknown', reason: { kind: 'checking' } } as const;
const absent = { state: 'queued', reason: { kind: 'service-unavailable' } } as const;
const unclear = { state: 'unknown', reason: { kind: 'room-unclear' } } as const;
const code = '**a.ts** · line 1\n\n```ts\nif (a < b && c > "d") return `é`;\n```';

/** A content, what is in the room, and the result. */
type Row = readonly [
  title: string,
  content: NewShare['content'],
  posted: Partial<Message>,
  result: 'found' | 'absent' | 'unclear',
  attachment?: ContentInfo,
];

const textOf = (markdown: string) => ({ kind: 'text', markdown }) as const;
const fileOf = (name = 'tide.bin', comment?: string): NewShare['content'] => {
  const file = { name, byteLength: 300, mediaType: 'text/plain', path: '/a.bin', version: '1' };
  return { kind: 'file', file, ...(comment && { text: comment }) };
};
const url = { kind: 'url', url: 'https://example.com/pictures/high%20tide.png' } as const;
const attached: Partial<Message> = { files: ['https://rooms.test/v1/contents/1'], markdown: undefined } as never;
const unreadable = { code: 'kms_failure', reason: '' };
const tide = { byteLength: 300, fileName: 'tide.bin' };
const rows: readonly Row[] = [
  ['its text', textOf(code), { markdown: code }, 'found'],
  ['its text with CRLF', textOf(code), { markdown: code.replaceAll('\n', '\r\n') }, 'found'],
  ['its text with outer white space', textOf(code), { markdown: `\n ${code} \n` }, 'found'],
  ['its text in another Unicode form', textOf(code), { markdown: code.normalize('NFD') }, 'found'],
  ['its text without half characters', textOf('a\ud83d'), { markdown: 'a\ufffd' }, 'found'],
  ['its text with entities', textOf(code), { markdown: code.replaceAll('<', '&lt;') }, 'unclear'],
  ['another text', textOf(code), { markdown: 'ok' }, 'unclear'],
  ['rich text only', textOf(code), { html: '<p>rich</p>' }, 'unclear'],
  ['plain text only', textOf('a'), { text: 'a' }, 'unclear'],
  ['a text that cannot be read', textOf(code), { files: [], errors: { markdown: unreadable } }, 'unclear'],
  ['a file instead of a text', textOf(code), attached, 'unclear', tide],
  ['another text of another person', textOf(code), { markdown: 'ok', personId: 'person-grace' }, 'absent'],
  ['its text from an unnamed person', textOf(code), { markdown: code, personId: '' }, 'found'],
  ['its text in a thread', textOf(code), { markdown: code, parentId: 'p' }, 'unclear'],
  ['its file', fileOf(), attached, 'found', tide],
  ['its file without a name', fileOf(), attached, 'found', { byteLength: 300 }],
  ['its file with its comment', fileOf('tide.bin', 'look'), { ...attached, text: 'look ' }, 'found', tide],
  ['its file with its comment as Markdown', fileOf('tide.bin', 'a'), { ...attached, markdown: 'a' }, 'found', tide],
  ['its file with another comment', fileOf('tide.bin', 'look'), { ...attached, text: 'see' }, 'unclear', tide],
  ['its file without its comment', fileOf('tide.bin', 'look'), attached, 'unclear', tide],
  ['its file under another name', fileOf('tide "May".bin'), attached, 'unclear', tide],
  ['a file of another length', fileOf(), attached, 'unclear', { ...tide, byteLength: 301 }],
  ['a file without a length', fileOf(), attached, 'unclear', { fileName: 'tide.bin' }],
  ['a text instead of a file', fileOf(), { text: 'look' }, 'unclear'],
  ['its file from another person', fileOf(), { ...attached, personId: 'person-grace' }, 'unclear', tide],
  ['another file of another person', fileOf(), { ...attached, personId: 'person-grace' }, 'absent', { byteLength: 1 }],
  ['a file that cannot be read', fileOf(), { errors: { files: unreadable } }, 'unclear'],
  ['the last segment of its URL', url, attached, 'found', { byteLength: 1, fileName: 'high%20tide.png' }],
  ['the decoded segment of its URL', url, attached, 'found', { byteLength: 1, fileName: 'high tide.png' }],
  ['another file than that of its URL', url, attached, 'unclear', { byteLength: 1, fileName: 'low tide.png' }],
  ['its URL with another comment', url, { ...attached, text: 'x' }, 'unclear', { fileName: 'high tide.png' }],
];

describe('Reconciling an unconfirmed share', () => {
  let clock: ManualClock;
  let files: MemoryWindow;
  let store: ShareStore;
  let startMs: number;
  let signal: AbortSignal;
  /** Times of the checks, since the start, and the number of pages that they read. */
  let looks: number[];
  let pageCount: number;
  /** The pages of each check, the newest message first. */
  let pages: (index: number) => readonly (readonly Message[])[];
  let attachment: ContentInfo | ServiceError | undefined;
  let serverAheadMs: number | undefined;
  let isBlank = false;
  beforeEach(() => {
    clock = new ManualClock();
    files = new MemoryWindow(new MemoryDisk());
    store = new ShareStore({ files, locks: files, log: new RecordingLog() });
    startMs = clock.now();
    signal = new AbortController().signal;
    [looks, pageCount, attachment, serverAheadMs] = [[], 0, undefined, undefined];
    show();
  });

  const client = {
    async *listMessages(query: object, given?: AbortSignal) {
      assert.deepEqual([query, given], [{ roomId: 'room-1', max: 50 }, signal]);
      looks.push(clock.now() - startMs);
      const all = pages(looks.length - 1);
      for (const [index, items] of all.entries()) {
        pageCount += 1;
        const serverTimeMs = serverAheadMs === undefined ? {} : { serverTimeMs: clock.now() + serverAheadMs };
        yield { items, hasNext: index < all.length - 1, isBlank, ...serverTimeMs };
      }
    },
    async headContent(_: string, given?: AbortSignal) {
      assert.equal(given, signal);
      if (attachment instanceof ServiceError) throw attachment;
      return attachment ?? assert.fail('the file is not needed');
    },
  } as unknown as ServiceClient;
  /** The messages of every check. */
  const show = (...messages: readonly Message[]): void => {
    pages = () => [messages];
  };
  const recordOf = (content: NewShare['content'], fields: Partial<ShareRecord> = {}): ShareRecord => ({
    ...newRecord({ ...message(''), content }, { id: '5', nowMs: startMs }),
    ...{ state: 'unknown', startedMs: startMs, endedMs: startMs, ...fields },
  });
  const text = (fields?: Partial<ShareRecord>) => recordOf(textOf('hello'), fields);
  const arrived = (fields: Partial<Message> = {}, afterStartMs = 0): Message => ({
    ...{ id: 'm1', roomId: 'room-1', personId: ada.personId, markdown: 'hello' },
    ...{ created: new Date(startMs + afterStartMs).toISOString(), ...fields },
  });
  const found = (messageId = 'm1') => ({ state: 'sent', messageId });
  /** The outcome that is written, without its mark for the loop of the checks. */
  async function settle(record: ShareRecord): Promise<Partial<TryOutcome> | undefined> {
    const noted: TryOutcome[] = [];
    const note = async (outcome: TryOutcome): Promise<void> => void noted.push(outcome);
    const personId = ada.personId;
    await passTime(clock, reconcileShare({ store, locks: files, clock, client, personId, signal, note }, record));
    assert.equal(noted.length, 1);
    const { isFinal: _, ...outcome } = noted[0] as TryOutcome & { isFinal?: boolean };
    return outcome;
  }

  it('checks for a text at once and after 1, 4 and 22 seconds, and names the failure of the service', async () => {
    const reason = { kind: 'service-unavailable', detail: '503' };
    assert.deepEqual(await settle(text({ reason: { kind: 'checking', detail: '503' } })), { state: 'queued', reason });
    assert.deepEqual(looks, [0, 1000, 4000, 22_000]);
  });

  it('checks for a file after 2, 10 and 27 seconds, and finds one that appears late', async () => {
    pages = (index) => [index < 3 ? [] : [arrived(attached)]];
    attachment = tide;
    assert.deepEqual(await settle(recordOf(fileOf())), found());
    assert.deepEqual(looks, [0, 2000, 10_000, 27_000]);
  });

  for (const status of [423, 404, 425, 428]) {
    it(`checks again for a file that is answered with ${status}, and leaves it to the user in the end`, async () => {
      const refusal = new ServiceError({ status, method: 'HEAD', path: '/v1/contents' });
      for (const last of [tide, refusal]) {
        [looks, startMs] = [[], clock.now()];
        pages = (index) => {
          attachment = index < 3 ? refusal : last;
          return [[arrived(attached)]];
        };
        assert.deepEqual(await settle(recordOf(fileOf())), last === tide ? found() : unclear);
        assert.equal(looks.length, 4);
      }
    });
  }

  it('counts the time since the try ended, and checks at least once', async () => {
    clock.advance(2000);
    await settle(text());
    assert.deepEqual(looks, [4000, 22_000]);
    looks.length = 0;
    clock.advance(60_000);
    assert.deepEqual([await settle(text()), looks.length], [absent, 1]);
  });

  describe('by reading its room', () => {
    for (const [title, content, posted, result, info] of rows) {
      it(`says ${result} for ${title}`, async () => {
        attachment = info;
        const { markdown: _, ...other } = arrived();
        show({ ...other, ...posted });
        assert.deepEqual(await settle(recordOf(content)), { found: found(), absent, unclear }[result]);
        assert.equal(looks.length, result === 'found' ? 1 : 4);
      });
    }

    it('finds a reply in its thread, and outside in a service without threads', async () => {
      for (const parentId of ['p', undefined]) {
        show(arrived({ id: 'm0', parentId: 'q' }), arrived(parentId === undefined ? {} : { parentId }));
        assert.deepEqual(await settle(text({ parentId: 'p' })), found());
      }
    });

    for (const [title, afterStartMs, aheadMs, result] of [
      ['two seconds before the start', -2000, undefined, 'found'],
      ['earlier', -2001, undefined, 'unclear'],
      ['more than a day before the start', -27 * 3600_000, undefined, 'absent'],
      ['before the start, by a service whose clock is behind', -10_000, -9000, 'found'],
      ['before the start, by a service whose clock is ahead', -10_000, 9000, 'unclear'],
      ['at no known time', undefined, undefined, 'found'],
    ] as const) {
      it(`says ${result} for an equal message created ${title}`, async () => {
        serverAheadMs = aheadMs;
        const { created, ...timeless } = arrived({}, afterStartMs);
        show(afterStartMs === undefined ? timeless : { ...timeless, ...(created && { created }) });
        assert.deepEqual(await settle(text()), { found: found(), absent, unclear }[result]);
      });
    }

    it('says unclear for a list that may have left it out', async () => {
      const others = Array.from({ length: 50 }, () => arrived({ personId: 'person-grace', markdown: 'other' }));
      const old = arrived({ markdown: 'other' }, -27 * 3600_000);
      for (const items of [others, [old, ...others.slice(1)], undefined]) {
        isBlank = items === undefined;
        show(...(items ?? []));
        assert.deepEqual(await settle(text()), unclear);
      }
      isBlank = false;
      show(...others.slice(1), old);
      assert.deepEqual(await settle(text()), absent);
    });

    it('reads pages until a message is a day older than the share, and at most twenty', async () => {
      const other = (id: string, afterStartMs = 0) => arrived({ id, markdown: 'other' }, afterStartMs);
      pages = () => [[other('1')], [arrived(), other('2')], [other('3', -27 * 3600_000)], [other('4')]];
      assert.deepEqual([await settle(text()), pageCount], [found(), 3]);
      [looks, pageCount] = [[], 0];
      pages = () => Array.from({ length: 21 }, () => [arrived({ personId: 'person-grace' })]);
      assert.deepEqual([await settle(text()), pageCount / looks.length], [unclear, 20]);
    });
  });

  const cut = { host: 'rooms.test', code: 'x', kind: 'unreachable', mayHaveBeenProcessed: false } as const;
  const failures: readonly [string, unknown, object][] = [
    ['the connection is lost', new ConnectionError(cut), { kind: 'offline', detail: 'rooms.test' }],
    [
      'the session cannot be refreshed for now',
      new RefreshDelayedError('broker.test', { cause: undefined }),
      { kind: 'offline', detail: 'broker.test' },
    ],
    ['the session has ended', new SignInRequiredError('expired'), { kind: 'sign-in-required' }],
    ['it is cancelled', new CancelledError(), { kind: 'checking' }],
    ['another error occurs', new TypeError('a fault'), { kind: 'room-unclear' }],
    ...(
      [
        [401, 'sign-in-required'],
        [403, 'room-unreadable'],
        [429, 'checking'],
        [499, 'room-unreadable'],
        [500, 'checking'],
      ] as const
    ).map(([status, kind]): [string, unknown, object] => [
      `the service answers with ${status}`,
      new ServiceError({ status, method: 'GET', path: '/v1/messages' }),
      { kind, detail: String(status) },
    ]),
  ];
  for (const [what, error, reason] of failures) {
    it(`stops checking if ${what}`, async () => {
      pages = () => {
        throw error;
      };
      assert.deepEqual(await settle(text()), { state: 'unknown', reason });
      assert.equal(looks.length, 1);
    });
  }

  it('checks later when it is cancelled between two checks', async () => {
    const abort = new AbortController();
    ({ signal } = abort);
    pages = () => {
      abort.abort();
      return [[]];
    };
    assert.deepEqual([await settle(text()), looks.length], [checking, 1]);
  });

  it('checks later while another window holds the lock, or no lock can be created', async () => {
    for (const lock of [() => Promise.resolve(undefined), () => Promise.reject(new Error('read-only'))]) {
      files.acquire = lock;
      assert.deepEqual([await settle(text()), looks], [checking, []]);
    }
  });

  it('locks the room until the outcome is written, without its name on disk', async () => {
    const { acquire: take } = files;
    const events: string[] = [];
    show(arrived());
    files.acquire = async (name, maxWaitMs) => {
      assert.match(name, /^room-[\da-f]{24}$/);
      assert.ok(maxWaitMs > 15_000);
      events.push('locked');
      const lock = await take.call(files, name, maxWaitMs);
      return lock && { ...lock, release: () => lock.release().then(() => void events.push('released')) };
    };
    const note = async ({ state }: TryOutcome): Promise<void> => void events.push(state);
    const { personId } = ada;
    await passTime(clock, reconcileShare({ store, locks: files, clock, client, personId, signal, note }, text()));
    assert.deepEqual(events, ['locked', 'sent', 'released']);
  });

  it('leaves a record without content or start to the user', async () => {
    const { content: _, ...empty } = text();
    const { startedMs: __, ...unstarted } = text();
    for (const record of [empty, unstarted]) assert.deepEqual(await settle(record), unclear);
    assert.deepEqual(looks, []);
  });

  describe('to a person', () => {
    const zoe = { id: 'zoe', name: 'Zoe' };
    const room = { id: 'room-1', title: 'Zoe', type: 'direct' };
    const toZoe = (fields: Partial<ShareRecord> = {}, markdown = 'hello'): ShareRecord => {
      const target = { roomId: '', roomTitle: 'Zoe', toPerson: zoe, digest: digestOf('', textOf(markdown)) };
      return recordOf(textOf(markdown), { ...target, ...fields });
    };
    /** The direct rooms at each check. */
    let rooms: (index: number) => readonly (typeof room)[];
    let members: readonly object[];
    let roomLooks: number[];
    beforeEach(() => {
      roomLooks = [];
      rooms = () => [room];
      members = [{ id: 'M', roomId: 'room-1', personId: 'zoe' }];
      Object.assign(client, {
        async *listRooms() {
          roomLooks.push(clock.now() - startMs);
          yield { items: rooms(roomLooks.length - 1), hasNext: false };
        },
        async *listMemberships() {
          yield { items: members, hasNext: false };
        },
      });
    });

    it('finds the message in a room that appears late', async () => {
      rooms = (index) => (index === 0 ? [] : [room]);
      show(arrived());
      assert.deepEqual(await settle(toZoe()), { ...found(), roomId: 'room-1' });
      assert.deepEqual([roomLooks, looks], [[0, 1000], [1000]]);
    });

    it('sends it again only if the last check finds no room with the person', async () => {
      rooms = () => [];
      assert.deepEqual(await settle(toZoe()), absent);
      assert.deepEqual([roomLooks, looks], [[0, 1000, 4000, 22_000], []]);
      rooms = () => [room];
      members = [{ id: 'M', roomId: 'room-1', personId: 'other' }];
      assert.deepEqual(await settle(toZoe()), absent);
    });

    it('leaves it to the user if the room cannot be identified or read', async () => {
      members = [];
      assert.deepEqual(await settle(toZoe()), unclear);
      members = [{ id: 'M', roomId: 'room-1', personId: 'zoe' }];
      show(arrived({ markdown: 'jelly' }));
      assert.deepEqual(await settle(toZoe()), { ...unclear, roomId: 'room-1' });
      rooms = () => {
        throw new ServiceError({ status: 403, method: 'GET', path: '/v1/rooms' });
      };
      const reason = { kind: 'room-unreadable', detail: '403' };
      assert.deepEqual(await settle(toZoe()), { state: 'unknown', reason });
    });

    it('sends it again to the room with the person if all its messages are of other shares', async () => {
      await store.put({ ...text(), id: '1', state: 'sent', messageId: 'm1' });
      await store.put({ ...toZoe({}, 'jelly'), id: '2' });
      for (const posts of [[], [arrived()], [arrived({ id: 'm2', markdown: 'jelly' })]]) {
        show(...posts);
        assert.deepEqual(await settle(toZoe()), { ...absent, roomId: 'room-1' });
      }
    });

    it('leaves it to the user when an equal share to the room may have its message', async () => {
      show(arrived());
      await store.put({ ...toZoe(), id: '1', state: 'sending' });
      assert.deepEqual(await settle(text()), unclear);
      await store.put({ ...toZoe(), id: '1', state: 'sent', messageId: 'm1' });
      show(arrived(), arrived({ id: 'm2' }));
      assert.deepEqual(await settle(text()), found('m2'));
    });
  });

  describe('with other shares', () => {
    /** As another window does it. */
    const put = (id: string, fields: Partial<ShareRecord>, markdown = 'hello') =>
      files.write(id, serializeShare({ ...recordOf(textOf(markdown)), id, ...fields }));

    for (const [what, fields] of [
      ['was marked as sent', { state: 'sent', messageId: '' }],
      ['is being sent', { state: 'sending' }],
      ['is looked for, too', { state: 'unknown' }],
    ] as const) {
      it(`leaves an equal message to the user where an equal share ${what}`, async () => {
        await put('1', { ...fields, endedMs: startMs - 1 });
        show(arrived());
        assert.deepEqual(await settle(text()), unclear);
        show();
        assert.deepEqual(await settle(text()), absent);
      });
    }

    it('does not accept the message of a share whose outcome is not stored yet', async () => {
      await put('1', { state: 'unknown' }, 'jelly');
      show(arrived({ markdown: 'jelly' }));
      assert.deepEqual(await settle(text()), absent);
    });

    it('does not accept the message of an equal share that is sent while the room is read', async () => {
      await put('1', { state: 'queued' });
      pages = () => {
        void put('1', { state: 'sent', messageId: 'm1' });
        return [[arrived()]];
      };
      assert.deepEqual(await settle(text()), absent);
    });

    it('is checked at once when it has ended in the future, by the clock of another computer', async () => {
      const endedMs = startMs + 2 * 3_600_000;
      assert.deepEqual(await settle(text({ startedMs: endedMs, endedMs })), absent);
      assert.deepEqual(looks.slice(0, 3), [0, 1000, 4000]);
    });
  });
});

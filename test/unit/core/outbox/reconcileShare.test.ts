import assert from 'node:assert/strict';
import type { ServiceClient } from '../../../../src/core/api/client.ts';
import { ConnectionError, ServiceError } from '../../../../src/core/api/errors.ts';
import type { Message } from '../../../../src/core/api/resources.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { type NewShare, newRecord } from '../../../../src/core/outbox/newShare.ts';
import { reconcileShare } from '../../../../src/core/outbox/reconcileShare.ts';
import { digestOf, type ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import type { TryOutcome } from '../../../../src/core/outbox/shareState.ts';
import { ShareStore } from '../../../../src/core/outbox/shareStore.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryDisk, MemoryWindow } from '../../../support/fakes/memoryShareFiles.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { ada, message } from './openWindow.ts';

const checking = { state: 'unknown', reason: { kind: 'checking' } } as const;

describe('Reconciling an unconfirmed share', () => {
  let clock: ManualClock;
  let files: MemoryWindow;
  let store: ShareStore;
  let startMs: number;
  /** Times of the checks, since the start. */
  let looks: number[];
  /** Responds to each check. */
  let look: (index: number) => readonly Message[];
  beforeEach(() => {
    clock = new ManualClock();
    files = new MemoryWindow(new MemoryDisk());
    store = new ShareStore({ files, locks: files, log: new RecordingLog() });
    startMs = clock.now();
    looks = [];
    look = () => [];
  });

  const client = {
    async *listMessages() {
      looks.push(clock.now() - startMs);
      yield { items: look(looks.length - 1), hasNext: false };
    },
    headContent: async () => ({ fileName: 'a.bin', byteLength: 9 }),
  } as Partial<ServiceClient> as ServiceClient;
  const recordOf = (content: NewShare['content'], fields: Partial<ShareRecord> = {}): ShareRecord => ({
    ...newRecord({ ...message(''), content }, { id: '5', nowMs: startMs }),
    ...{ state: 'unknown', startedMs: startMs, endedMs: startMs, ...fields },
  });
  const text = (fields?: Partial<ShareRecord>) => recordOf({ kind: 'text', markdown: 'hello' }, fields);
  const file = () => {
    const source = { path: '/a.bin', mtimeMs: 1 };
    return recordOf({ kind: 'file', file: { name: 'a.bin', mediaType: 'text/plain', byteLength: 9, source } });
  };
  const arrived = (fields: Partial<Message> = {}): Message => ({
    ...{ id: 'm1', roomId: 'room-1', personId: ada.personId, markdown: 'hello' },
    ...{ created: new Date(startMs).toISOString(), ...fields },
  });
  async function settle(record: ShareRecord, signal?: AbortSignal): Promise<readonly TryOutcome[]> {
    const noted: TryOutcome[] = [];
    const note = async (outcome: TryOutcome): Promise<void> => void noted.push(outcome);
    const personId = ada.personId;
    await passTime(clock, reconcileShare({ store, locks: files, clock, client, personId, signal, note }, record));
    return noted.map(({ ...outcome }) => {
      const { isFinal: _, ...rest } = outcome as TryOutcome & { isFinal?: boolean };
      return rest;
    });
  }

  it('checks for a text immediately, after one second and after four', async () => {
    assert.deepEqual(await settle(text()), [{ state: 'queued', reason: { kind: 'service-unavailable' } }]);
    assert.deepEqual(looks, [0, 1000, 4000]);
  });

  it('checks for a file after two and ten seconds, and finds one that appears late', async () => {
    look = (index) => (index < 2 ? [] : [arrived({ files: ['https://rooms.test/v1/contents/1'], markdown: '' })]);
    assert.deepEqual(await settle(file()), [{ state: 'sent', messageId: 'm1' }]);
    assert.deepEqual(looks, [0, 2000, 10_000]);
  });

  it('counts the time since the try ended, and checks at least once', async () => {
    clock.advance(2000);
    await settle(text());
    assert.deepEqual(looks, [4000]);
    looks.length = 0;
    clock.advance(60_000);
    assert.equal((await settle(text()))[0]?.state, 'queued');
    assert.equal(looks.length, 1);
  });

  it('names the failure of the service', async () => {
    for (const detail of ['500', '503']) {
      assert.deepEqual(await settle(text({ reason: { kind: 'checking', detail } })), [
        { state: 'queued', reason: { kind: 'service-unavailable', detail } },
      ]);
    }
  });

  it('leaves another message of the person to the user after the last check', async () => {
    look = () => [arrived({ markdown: 'jelly' })];
    assert.deepEqual(await settle(text()), [{ state: 'unknown', reason: { kind: 'room-unclear' } }]);
    assert.equal(looks.length, 3);
  });

  const failures: readonly [string, unknown, object][] = [
    [
      'the connection is lost',
      new ConnectionError({ host: 'rooms.test', code: 'x', kind: 'unreachable', mayHaveBeenProcessed: false }),
      { kind: 'offline', detail: 'rooms.test' },
    ],
    [
      'the session cannot be refreshed for now',
      new RefreshDelayedError({ host: 'broker.test', retryAtMs: 1 }, { cause: undefined }),
      { kind: 'offline', detail: 'broker.test' },
    ],
    ['the session has ended', new SignInRequiredError('expired'), { kind: 'sign-in-required' }],
    ['it is cancelled', new CancelledError(), { kind: 'checking' }],
    ['another error occurs', new TypeError('a fault'), { kind: 'room-unclear' }],
    ...(
      [
        [401, 'sign-in-required'],
        [403, 'room-unreadable'],
        [404, 'room-unreadable'],
        [429, 'checking'],
        [499, 'room-unreadable'],
        [500, 'checking'],
        [503, 'checking'],
      ] as const
    ).map(([status, kind]): [string, unknown, object] => [
      `the service answers with ${status}`,
      new ServiceError({ status, method: 'GET', path: '/v1/messages' }),
      { kind, detail: String(status) },
    ]),
  ];
  for (const [what, error, reason] of failures) {
    it(`stops checking if ${what}`, async () => {
      look = () => {
        throw error;
      };
      assert.deepEqual(await settle(text()), [{ state: 'unknown', reason }]);
      assert.equal(looks.length, 1);
    });
  }

  it('checks later when it is cancelled between two checks', async () => {
    const abort = new AbortController();
    look = () => {
      abort.abort();
      return [];
    };
    assert.deepEqual(await settle(text(), abort.signal), [checking]);
    assert.equal(looks.length, 1);
  });

  it('checks later while another window holds the lock, or no lock can be created', async () => {
    files.acquire = () => Promise.resolve(undefined);
    assert.deepEqual(await settle(text()), [checking]);
    files.acquire = () => Promise.reject(new Error('read-only'));
    assert.deepEqual(await settle(text()), [checking]);
    assert.deepEqual(looks, []);
  });

  it('locks the room until the outcome is written, without its name on disk', async () => {
    const { acquire: take } = files;
    const events: string[] = [];
    look = () => [arrived()];
    files.acquire = async (name, maxWaitMs) => {
      assert.match(name, /^room-[\da-f]{24}$/);
      assert.ok(maxWaitMs > 15_000);
      events.push('locked');
      const lock = await take.call(files, name, maxWaitMs);
      return lock && { ...lock, release: () => lock.release().then(() => void events.push('released')) };
    };
    const note = async ({ state }: TryOutcome): Promise<void> => void events.push(state);
    const { personId } = ada;
    await passTime(
      clock,
      reconcileShare({ store, locks: files, clock, client, personId, signal: undefined, note }, text()),
    );
    assert.deepEqual(events, ['locked', 'sent', 'released']);
  });

  it('leaves a record without content or start to the user', async () => {
    const { content: _, ...empty } = text();
    const { startedMs: __, ...unstarted } = text();
    for (const record of [empty, unstarted]) {
      assert.deepEqual(await settle(record), [{ state: 'unknown', reason: { kind: 'room-unclear' } }]);
    }
    assert.deepEqual(looks, []);
  });

  describe('to a person', () => {
    const [zoe, room] = [
      { id: 'zoe', name: 'Zoe' },
      { id: 'room-1', title: 'Zoe', type: 'direct' },
    ];
    const markdown = 'hello';
    const toZoe = (fields: Partial<ShareRecord> = {}): ShareRecord =>
      recordOf(
        { kind: 'text', markdown },
        {
          ...{ roomId: '', roomTitle: 'Zoe', toPerson: zoe, digest: digestOf('', { kind: 'text', markdown }) },
          ...fields,
        },
      );
    const retryLater = { state: 'queued', reason: { kind: 'service-unavailable' } };
    const unclear = { state: 'unknown', reason: { kind: 'room-unclear' } };
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
      look = () => [arrived()];
      assert.deepEqual(await settle(toZoe()), [{ state: 'sent', messageId: 'm1', roomId: 'room-1' }]);
      assert.deepEqual([roomLooks, looks], [[0, 1000], [1000]]);
    });

    it('sends it again only if the last check finds no room with the person', async () => {
      rooms = () => [];
      assert.deepEqual(await settle(toZoe()), [retryLater]);
      assert.deepEqual([roomLooks, looks], [[0, 1000, 4000], []]);
      rooms = () => [room];
      members = [{ id: 'M', roomId: 'room-1', personId: 'other' }];
      assert.deepEqual(await settle(toZoe()), [retryLater]);
    });

    it('sends it again to the room with the person if it is not there', async () => {
      assert.deepEqual(await settle(toZoe()), [{ ...retryLater, roomId: 'room-1' }]);
    });

    it('leaves it to the user if the room cannot be identified or read', async () => {
      members = [];
      assert.deepEqual(await settle(toZoe()), [unclear]);
      members = [{ id: 'M', roomId: 'room-1', personId: 'zoe' }];
      look = () => [arrived({ markdown: 'jelly' })];
      assert.deepEqual(await settle(toZoe()), [{ ...unclear, roomId: 'room-1' }]);
      rooms = () => {
        throw new ServiceError({ status: 403, method: 'GET', path: '/v1/rooms' });
      };
      const reason = { kind: 'room-unreadable', detail: '403' };
      assert.deepEqual(await settle(toZoe()), [{ state: 'unknown', reason }]);
      assert.deepEqual(await settle(toZoe({ startedMs: startMs })), [{ state: 'unknown', reason }]);
    });

    it('does not take the message of an equal share to the room', async () => {
      await store.put({ ...text(), id: '1', state: 'sent', messageId: 'm1' });
      look = () => [arrived()];
      assert.deepEqual(await settle(toZoe()), [{ ...retryLater, roomId: 'room-1' }]);
    });

    it('leaves its message to it when an equal share to the room is checked', async () => {
      look = () => [arrived()];
      await store.put({ ...toZoe(), id: '1', state: 'sending' });
      assert.deepEqual(await settle(text()), [checking]);
      await store.put({ ...toZoe(), id: '1', state: 'sent', messageId: '', endedMs: startMs });
      assert.deepEqual(await settle(text()), [checking]);
      look = () => [arrived(), arrived({ id: 'm2' })];
      assert.equal((await settle(text()))[0]?.state, 'sent');
    });
    it('does not take the message of another share to the person', async () => {
      const content = { kind: 'text', markdown: 'jelly' } as const;
      await store.put({ ...toZoe(), id: '1', content, digest: digestOf('', content) });
      look = () => [arrived({ markdown: 'jelly' })];
      assert.deepEqual(await settle(toZoe()), [{ ...retryLater, roomId: 'room-1' }]);
    });
  });

  describe('with other shares', () => {
    const put = (id: string, fields: Partial<ShareRecord>, markdown = 'hello') =>
      store.put({ ...recordOf({ kind: 'text', markdown }), id, ...fields });

    it('skips as many equal messages as equal shares arrived without an id', async () => {
      await put('1', { state: 'sent', messageId: '', endedMs: startMs });
      await put('2', { state: 'sent', messageId: '', endedMs: startMs - 1 });
      look = () => [arrived()];
      assert.equal((await settle(text()))[0]?.state, 'queued');
      look = () => [arrived({ id: 'm2' }), arrived()];
      assert.deepEqual(await settle(text()), [{ state: 'sent', messageId: 'm2' }]);
    });

    it('does not accept the message of a share whose outcome is not stored yet', async () => {
      await put('1', { state: 'unknown' }, 'jelly');
      look = () => [arrived({ markdown: 'jelly' })];
      assert.equal((await settle(text()))[0]?.state, 'queued');
    });

    it('does not accept the message of an equal share that is sent while the room is read', async () => {
      await put('1', { state: 'queued' });
      look = () => {
        void put('1', { state: 'sent', messageId: arrived().id });
        return [arrived()];
      };
      assert.equal((await settle(text()))[0]?.state, 'queued');
    });

    it('waits at most half a minute for an equal share that is being sent', async () => {
      await put('1', { state: 'sending' });
      look = () => [arrived()];
      assert.deepEqual(await settle(text()), [checking]);
      assert.deepEqual([looks.length, looks.at(-1)], [31, 30_000]);
      looks.length = 0;
      look = (index) => {
        if (index === 3) void put('1', { state: 'failed' });
        return [arrived()];
      };
      assert.equal((await settle(text()))[0]?.state, 'sent');
      assert.equal(looks.length, 4);
    });
  });
});

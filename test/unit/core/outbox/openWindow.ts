import type { ServiceClient } from '../../../../src/core/api/client.ts';
import type { RetryWait } from '../../../../src/core/api/waitTracker.ts';
import { defaultMaxMessageBytes } from '../../../../src/core/attachments/limits.ts';
import type { DeliveryResult } from '../../../../src/core/outbox/delivery.ts';
import { createIdGenerator, type NewShare } from '../../../../src/core/outbox/newShare.ts';
import { Outbox } from '../../../../src/core/outbox/outbox.ts';
import type { RoomRefusal } from '../../../../src/core/outbox/ports.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { ShareStore } from '../../../../src/core/outbox/shareStore.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { MemoryDisk, MemoryWindow } from '../../../support/fakes/memoryShareFiles.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { settle } from '../api/scriptedSend.ts';
import { RoomServer } from './roomServer.ts';

export interface Account {
  readonly id: string;
  readonly label: string;
  readonly personId: string;
}

export const ada: Account = { id: 'ada', label: 'ada@example.com', personId: 'person-ada' };
export const grace: Account = { id: 'grace', label: 'grace@example.com', personId: 'person-grace' };

/** A window with a disk and a service in memory. */
export function openWindow(world: { disk: MemoryDisk; server: RoomServer; clock: ManualClock }) {
  const { disk, server, clock } = world;
  const files = new MemoryWindow(disk);
  const log = new RecordingLog();
  const state = {
    account: ada as Account | undefined,
    client: undefined as ServiceClient | undefined,
    /** Another account of the window, of its own service. */
    other: undefined as { readonly account: Account; readonly client: ServiceClient } | undefined,
  };
  const clients = new Map<string, ServiceClient>();
  const waits: (RetryWait | undefined)[] = [];
  const refusals: RoomRefusal[] = [];
  const clientOf = ({ id, personId }: Account): ServiceClient => {
    const die = (): void => files.die();
    const client = clients.get(id) ?? server.client(personId, die, (wait) => waits.push(wait));
    clients.set(id, client);
    return client;
  };
  const store = new ShareStore({ files, locks: files, log });
  const outbox = new Outbox({
    ...{ store, files, locks: files, clock, log },
    newId: createIdGenerator(),
    maxMessageBytes: () => defaultMaxMessageBytes,
    random: () => 0.5,
    onRefused: (refusal) => refusals.push(refusal),
    async session(accountId) {
      const { account, client, other } = state;
      if (accountId === other?.account.id) return other;
      if (account === undefined || accountId !== account.id) return undefined;
      return { account, client: client ?? clientOf(account) };
    },
  });
  return { outbox, store, log, files, state, waits, refusals };
}

export type Window = ReturnType<typeof openWindow>;

/** A disk, a service, and a first window, with the results that no caller awaited. */
export function openWorld() {
  const clock = new ManualClock();
  const [disk, server] = [new MemoryDisk(), new RoomServer(clock)];
  const window = openWindow({ disk, server, clock });
  const rests: DeliveryResult[] = [];
  window.outbox.onDidFinish((finished) => rests.push(finished));
  return { clock, disk, server, window, rests };
}

export function message(markdown: string, room = 'room-1', account = ada): NewShare {
  return {
    room: { id: room, title: `Room ${room}`, account },
    name: 'src/main.ts',
    content: { kind: 'text', markdown },
  };
}

/** Gives each test a new world. @returns what the tests of the outbox do in its first window */
export function useWorld(use: (world: ReturnType<typeof openWorld>) => void) {
  let current = openWorld();
  beforeEach(() => {
    current = openWorld();
    use(current);
  });
  const world = () => current;
  const share = (text: string, room?: string) =>
    passTime(world().clock, world().window.outbox.share(message(text, room)));
  const stored = () => [...world().disk.records.values()].map((text) => JSON.parse(text) as ShareRecord);
  return {
    share,
    stored,
    open: () => openWindow(world()),
    resume: () => passTime(world().clock, world().window.outbox.resume(true)),
    states: () => stored().map(({ state }) => state),
    firstId: () => stored()[0]?.id ?? '',
    /** Shares that are queued because the service was down: texts, or texts with a room. */
    async queue(...shares: readonly (readonly [text: string, room?: string])[]): Promise<void> {
      world().server.isDown = true;
      for (const [text, room] of shares) await share(text, room);
      world().server.isDown = false;
    },
    async untilPosted(count: number): Promise<void> {
      while (world().server.postCount < count) await settle();
      await settle();
    },
  };
}

/** An error of the system. */
export function fail(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}

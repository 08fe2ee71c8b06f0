import type { Room } from '../../../src/core/api/resources.ts';
import { lazy } from '../../../src/core/base/lazy.ts';
import type { NewShare } from '../../../src/core/outbox/newShare.ts';
import type { SharePorts, ShownShare } from '../../../src/features/share/step.ts';
import { waitUntilTrue } from './fakeWindow.ts';
import { sentShare } from './sentShare.ts';

/** What a share to the room “Design” needs, and records of what it does. */
interface ShareWorld {
  readonly ports: SharePorts;
  readonly queued: NewShare[];
  /** The texts that were searched for secrets, and `a file` for each file. */
  readonly scanned: string[];
  /** What the confirmation has shown. */
  readonly shown: ShownShare[];
  /** Presses Enter in the page of the message, once it has the focus. @param before what happens just before */
  pressEnter(before?: () => void): Promise<void>;
}

/** @param replaced ports that replace those of an account that can neither read nor send, and finds no secrets */
export function shareWorld(
  replaced: Partial<Record<keyof SharePorts | 'sentContents', unknown>> = {},
  room: Partial<Room> = {},
): ShareWorld {
  const [queued, scanned, shown]: [NewShare[], string[], ShownShare[]] = [[], [], []];
  const design = { id: 'r', title: 'Design', type: 'group', ...room };
  const account = { id: 'ada', label: 'ada@example.com' };
  const client = {
    listMemberships() {
      throw new Error('offline');
    },
  };
  const scanner = {
    async find(text: string) {
      scanned.push(text);
      return [];
    },
    async checkFiles(files: readonly object[]) {
      scanned.push(...files.map(() => 'a file'));
      return files.map(() => ({ encoding: 'text', isComplete: true, findings: [], nameFindings: [], patchPaths: [] }));
    },
  };
  let onEnter: (() => unknown) | undefined;
  const pressEnter = async (before?: () => void): Promise<void> => {
    await waitUntilTrue('the message has the focus', () => onEnter !== undefined);
    const pressed = onEnter;
    before?.();
    pressed?.();
  };
  const preview = {
    focus(given: () => unknown): boolean {
      onEnter = given;
      return true;
    },
    show: async (share: ShownShare) => void shown.push(share),
    async hide(): Promise<void> {
      onEnter = undefined;
    },
    scroll: () => undefined,
  };
  const ports = {
    outbox: {
      async store(share: NewShare) {
        queued.push(share);
        return { deliver: async () => ({ record: sentShare('a', 0) }), discard: async () => undefined };
      },
    },
    directory: { rooms: [design], find: (id: string) => (id === 'r' ? design : undefined), retry: async () => [] },
    connection: { requireSession: async () => ({ account, client }) },
    outcome: { show: () => undefined, showSent: () => undefined },
    log: { error: () => undefined },
    clock: { now: () => 0 },
    ...{ scanner, preview: lazy(async () => preview), ...replaced },
  };
  return { ports: ports as unknown as SharePorts, queued, scanned, shown, pressEnter };
}

/** Ports with which the list of rooms has the room “Design”. */
export function listedDesign() {
  const [design, disposable] = [{ id: 'r', title: 'Design', type: 'group' }, { dispose: () => undefined }];
  return {
    directory: {
      ...{ rooms: [design], size: 1, snapshot: { status: 'ready', hasMore: false }, ambiguousDirectRooms: new Set() },
      ...{ onDidChange: () => disposable, sorted: () => [design], find: () => design },
    },
    emails: { get: () => undefined, onDidChange: () => disposable },
    marks: { isHidden: () => false, record: { pinned: [], recent: [], hidden: [] } },
  };
}

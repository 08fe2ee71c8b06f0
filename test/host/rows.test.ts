import assert from 'node:assert/strict';
import { env, MarkdownString, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Room } from '../../src/core/api/resources.ts';
import type { ShareRecord } from '../../src/core/outbox/shareRecord.ts';
import { RoomDirectory } from '../../src/core/rooms/roomDirectory.ts';
import { RoomMarks } from '../../src/core/rooms/roomMarks.ts';
import { shareItem } from '../../src/features/outbox/shareItems.ts';
import {
  filterMessage,
  groupItem,
  loadMoreItem,
  roomAddress,
  roomItem,
  unreadText,
} from '../../src/features/rooms/roomItems.ts';
import { roomIdOf } from '../../src/host/commands/commandArguments.ts';
import { groupTitle } from '../../src/host/ui/groupTitle.ts';
import { roomPickItems } from '../../src/host/ui/roomPickItems.ts';
import { callbackUri } from '../../src/host/vscode/callbackUri.ts';
import { byteText, relativeTime } from '../../src/host/vscode/formats.ts';
import { knownEmails } from '../support/fakes/knownEmails.ts';
import { ManualClock } from '../support/fakes/manualClock.ts';

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const agoIso = (ms: number): string => new Date(nowMs - ms).toISOString();
const room = (facts: Partial<Room> = {}): Room => ({ id: 'r1', title: 'Design', type: 'group', ...facts });
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

function iconOf({ iconPath }: TreeItem): string | undefined {
  return iconPath instanceof ThemeIcon ? iconPath.id : undefined;
}

/** VS Code escapes plain text for Markdown so that spaces are kept. */
function tooltipOf({ tooltip }: TreeItem): { readonly tooltip: MarkdownString; readonly text: string } {
  assert.ok(tooltip instanceof MarkdownString);
  return { tooltip, text: tooltip.value };
}

describe('The rows of the Rooms view', () => {
  it('show title and last activity, also for screen readers', () => {
    const item = roomItem(room({ lastActivity: agoIso(2 * hour) }), nowMs);
    assert.equal(item.label, 'Design');
    assert.equal(item.description, '2 hr. ago');
    assert.equal(item.id, 'room:r1');
    assert.equal(item.contextValue, 'room.open');
    assert.equal(iconOf(item), 'comment-discussion');
    assert.deepEqual(item.command, { command: '_roomside.openRoom', title: 'Read Room', arguments: ['r1'] });
    assert.equal(item.collapsibleState, TreeItemCollapsibleState.None);
    assert.deepEqual(item.accessibilityInformation, { label: 'Design, 2 hr. ago' });
  });

  it('distinguish direct and locked rooms by icon and for screen readers', () => {
    assert.equal(iconOf(roomItem(room({ type: 'direct' }), nowMs)), 'account');
    const locked = roomItem(room({ isLocked: true }), nowMs);
    assert.equal(iconOf(locked), 'lock');
    assert.equal(locked.contextValue, 'room.open.locked');
    assert.deepEqual(locked.accessibilityInformation, { label: 'Design, locked' });
    assert.match(tooltipOf(locked).text, /Locked by its moderators/);
  });

  it('show a pin, and the lock before it', () => {
    const pinned = roomItem(room(), nowMs, { isPinned: true });
    assert.equal(iconOf(pinned), 'pinned');
    assert.deepEqual(pinned.accessibilityInformation, { label: 'Design, pinned' });
    assert.match(tooltipOf(pinned).text, /Pinned/);
    assert.equal(iconOf(roomItem(room({ type: 'direct' }), nowMs, { isWorkspaceRoom: true })), 'pinned');
    assert.equal(iconOf(roomItem(room({ isLocked: true }), nowMs, { isPinned: true })), 'lock');
  });

  it('keep a title from the network on one line, without icons and markup', () => {
    const title = '$(error) Pay\u202eroll\n[here](command:evil) <img src=x> **b**';
    const item = roomItem(room({ title }), nowMs);
    assert.equal(item.label, '$ (error) Pay roll [here] (command:evil) <img src=x> **b**');
    const { tooltip, text } = tooltipOf(item);
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.match(text, /\\\[here\\\] \\\(command\\:evil\\\).*\\\*\\\*b\\\*\\\*/);
  });

  it('shorten a long title in the row, the tooltip and the accessible label', () => {
    const title = `${'👩🏽‍💻 \u202e'.repeat(200)}${'x'.repeat(10_000)}`;
    const item = roomItem(room({ title }), nowMs, { isUnread: true, team: 'Team A' });
    const spoken = item.accessibilityInformation?.label ?? '';
    for (const text of [JSON.stringify(item.label), tooltipOf(item).text, spoken]) {
      assert.ok(text.length < 2_500, `${text.length}`);
      assert.doesNotMatch(text, /\u202e|x{200}/);
    }
    assert.match(spoken, /, unread, Team A$/);
  });

  it('are highlighted while unread, and have the URI of their decoration', () => {
    const item = roomItem(room(), nowMs, { isUnread: true });
    assert.equal(item.label, 'Design');
    assert.ok(item.iconPath instanceof ThemeIcon && item.iconPath.color?.id === 'list.highlightForeground');
    assert.equal(item.resourceUri?.toString(), roomAddress('r1', 'Design').toString());
    assert.equal(item.contextValue, 'room.open.new');
    assert.deepEqual(item.accessibilityInformation, { label: 'Design, unread' });
  });

  it('name a room without a title', () => {
    assert.equal(roomItem(room({ title: ' \u200b ' }), nowMs).label, '(no title)');
  });

  it('show the reason instead of a title that could not be decrypted, never the placeholder', () => {
    const errors = { title: { code: 'kms_failure', reason: 'Key management server failed to respond appropriately.' } };
    const item = roomItem(room({ title: 'eyJhbGciOi…', errors, lastActivity: agoIso(hour) }), nowMs);
    assert.equal(item.label, 'Title unavailable');
    assert.equal(item.description, 'could not be decrypted');
    assert.equal(item.contextValue, 'room.unreadable');
    assert.equal(iconOf(item), 'warning');
    assert.match(tooltipOf(item).text, /Key management server failed/);
    assert.doesNotMatch(JSON.stringify(item), /eyJhbGci/);
  });

  it('offer the next page only once', () => {
    assert.deepEqual(loadMoreItem(false).command, { command: '_roomside.loadMoreRooms', title: 'Load More' });
    assert.equal(loadMoreItem(true).command, undefined);
    assert.equal(loadMoreItem(true).label, 'Loading…');
  });

  it('are below headings of their kind and team', () => {
    assert.equal(groupTitle({ kind: 'direct', id: 'direct', rooms: [] }), 'Direct');
    assert.equal(groupTitle({ kind: 'rooms', id: 'rooms', rooms: [] }), 'Rooms');
    assert.equal(groupTitle({ kind: 'team', id: 'team:1', rooms: [] }), 'Team');
    const team = { kind: 'team', id: 'team:1', namedAfter: room({ title: 'Plat\nform' }), rooms: [room()] } as const;
    assert.equal(groupTitle(team), 'Team Plat form');
    const item = groupItem(team);
    assert.deepEqual(item.accessibilityInformation, { label: 'Team Plat form, 1 room' });
    assert.deepEqual(groupItem(team, 2).accessibilityInformation, { label: 'Team Plat form, 2 rooms' });
    assert.equal(item.collapsibleState, TreeItemCollapsibleState.Expanded);
  });

  it('pass their id to commands, and other arguments are ignored', () => {
    assert.equal(roomIdOf({ kind: 'room', roomId: 'r1', room: room() }), 'r1');
    assert.equal(roomIdOf({ kind: 'share', shareId: 's1', roomId: 'r2' }), 'r2');
    const ofPerson = { kind: 'share', shareId: 's1', roomId: '' };
    for (const other of [
      undefined,
      null,
      'r1',
      ofPerson,
      { kind: 'loadMore' },
      { kind: 'room', roomId: 7 },
      { roomId: 'r1' },
    ]) {
      assert.equal(roomIdOf(other), undefined);
    }
  });
});

describe('The items of the room quick pick', () => {
  const clock = new ManualClock(nowMs);
  type PickMore = Pick<Parameters<typeof roomPickItems>[1], 'sameRoomId' | 'canMessagePerson'>;
  const rowsFor = async (rooms: readonly Room[], query = '', record: object = {}, more: PickMore = {}) => {
    const directory = new RoomDirectory(async function* () {
      yield { items: rooms, hasNext: false };
    });
    await directory.refresh();
    const marks = new RoomMarks({ read: () => record, write: async () => undefined });
    marks.switchAccount('account');
    const emails = knownEmails({ ada1: 'ada.one@example.com', ada2: 'ada$(x)@example.com' });
    const ports = { directory, marks, emails, clock };
    const shown = roomPickItems(ports, { query: '', limit: 2 });
    return roomPickItems(ports, { query, limit: 2, shown, ...more });
  };
  const words = (rows: Awaited<ReturnType<typeof rowsFor>>) =>
    rows.map(({ label, description = '' }) => [label, description].filter(Boolean).join(' | '));

  it('start with the room of this workspace; hidden rooms are found by typing', async () => {
    const rooms = ['a1', 'b1', 'c1'].map((id) => room({ id, title: id }));
    const marks = { workspaceRoom: 'b1', hidden: ['c1'] };
    const find = '$(search) Find a Person…';
    const icon = '$(comment-discussion)';
    assert.deepEqual(words(await rowsFor(rooms, '', marks)), [
      ...['This Workspace', `${icon} b1`, 'Rooms', `${icon} a1`, find],
    ]);
    assert.deepEqual(words(await rowsFor(rooms, 'C', marks)), [`${icon} c1 | hidden`, find]);
    assert.equal((await rowsFor(rooms, 'zzz', marks)).length, 5);
  });

  it('lead to a person by the typed text if no room matches it, or if it is an address', async () => {
    const rooms = ['zoe@example.com in a title', 'b1'].map((id) => room({ id, title: id }));
    const last = async (query: string) => (await rowsFor(rooms, query, {}, { canMessagePerson: true })).at(-1)?.label;
    assert.equal(await last(''), '$(account) Send to a Person…');
    assert.equal(await last('b1'), '$(account) Send to a Person…');
    assert.equal(await last('zoe'), '$(account) Send to a Person…');
    assert.equal(await last('zoe@example.com'), '$(account) Message zoe@example.com Directly…');
    const known = room({ id: 'ada1', title: 'Ada', type: 'direct' });
    const rows = await rowsFor([...rooms, known], 'ADA.one@example.com', {}, { canMessagePerson: true });
    assert.deepEqual(
      rows.map(({ label, isAnswer }) => [label, isAnswer === true]),
      [
        ['$(account) Ada', false],
        ['$(account) Message ADA.one@example.com Directly…', true],
      ],
    );
    assert.equal(await last('zz$(x)\u202e'), '$(account) Message zz$ (x) Directly…');
  });

  it('start with the last used room, unless one is pinned for this workspace', async () => {
    const rooms = ['a1', 'b1', 'c1'].map((id) => room({ id, title: id }));
    const labels = async (marks: object) => (await rowsFor(rooms, '', marks)).slice(0, 2).map(({ label }) => label);
    const marks = { pinned: ['a1'], recent: ['c1', 'b1'] };
    assert.deepEqual(await labels(marks), ['Last Used', '$(comment-discussion) c1']);
    assert.deepEqual(await labels({ ...marks, workspaceRoom: 'b1' }), ['This Workspace', '$(comment-discussion) b1']);
  });

  it('end with the room that a share is sent from, which is never the first', async () => {
    const rooms = ['a1', 'b1', 'c1'].map((id) => room({ id, title: id }));
    const labels = async (marks: object, sameRoomId: string) =>
      (await rowsFor(rooms, '', marks, { sameRoomId })).map(({ label }) => label.replace('$(comment-discussion) ', ''));
    const find = '$(search) Find a Person…';
    assert.deepEqual(await labels({ recent: ['c1', 'b1'] }, 'c1'), [
      ...['Last Used', 'b1', 'Rooms', 'a1', 'Same Room', 'c1', find],
    ]);
    assert.deepEqual(await labels({ recent: ['c1'], workspaceRoom: 'a1' }, 'a1'), [
      ...['Last Used', 'c1', 'Rooms', 'b1', 'Same Room', 'a1', find],
    ]);
    assert.deepEqual(await labels({ pinned: ['b1'] }, 'b1'), ['Rooms', 'a1', 'c1', 'Same Room', 'b1', find]);
  });

  it('disambiguate equal titles by the end of their ids when nothing else differs', async () => {
    const twins = [room({ id: 'one-111111' }), room({ id: 'two-222222' }), room({ id: 'x', title: 'Other' })];
    const rows = words(await rowsFor(twins, 'e'));
    assert.deepEqual(rows.slice(0, 2), [
      '$(comment-discussion) Design | …111111',
      '$(comment-discussion) Design | …222222',
    ]);
    assert.ok(rows.includes('$(ellipsis) Show More (1)'));
  });

  it('disambiguate equal titles by their teams, which are named after their oldest rooms', async () => {
    const inTeam = (id: string, title: string, teamId: string, created: string) => room({ id, title, teamId, created });
    const twins = [inTeam('1', 'Design', 't1', '2021'), inTeam('2', 'Design', 't2', '2021')];
    const named = [inTeam('3', 'Alpha', 't1', '2020'), inTeam('4', 'Beta', 't2', '2020')];
    const rows = words(await rowsFor([...twins, ...named], 'design'));
    const icon = '$(comment-discussion)';
    assert.deepEqual(rows.slice(0, 2), [`${icon} Design | Team Alpha`, `${icon} Design | Team Beta`]);
  });

  it('disambiguate direct rooms of equal names by the email address', async () => {
    const direct = (id: string, title: string) => room({ id, title, type: 'direct' });
    const rooms = [direct('ada1', 'Ada Park'), direct('ada2', 'Ada Park'), direct('bo', 'Bo')];
    assert.deepEqual(words(await rowsFor(rooms, 'a')).slice(0, 2), [
      '$(account) Ada Park | ada.one@example.com',
      '$(account) Ada Park | ada$ (x)@example.com',
    ]);
    assert.equal(words(await rowsFor(rooms, 'bo'))[0], '$(account) Bo');
  });

  it('keep the order of equal titles while the user types', async () => {
    const twins = [room({ id: 'one', teamId: 't1' }), room({ id: 'two', teamId: 't2', lastActivity: agoIso(minute) })];
    const idsOf = (rows: Awaited<ReturnType<typeof rowsFor>>) => rows.flatMap((row) => row.room?.id ?? []);
    for (const pinned of ['one', 'two']) {
      const shown = idsOf(await rowsFor(twins, '', { pinned: [pinned] }));
      assert.equal(shown[0], pinned);
      assert.deepEqual(idsOf(await rowsFor(twins, 'design', { pinned: [pinned] })), shown);
    }
  });

  it('are one plain line each, whatever the network sends', async () => {
    const title = `$(error) \u202ePay\nroll <b>**x**</b> 👩🏽‍💻 ${'x'.repeat(10_000)}`;
    const [, row] = await rowsFor([room({ id: '\u202e$(x)', title }), room({ id: '2$(x)', title })]);
    assert.match(row?.label ?? '', /^\$\(comment-discussion\) \$ \(error\) Pay roll <b>\*\*x\*\*<\/b> 👩🏽‍💻 x+…$/u);
    assert.ok((row?.label.length ?? 0) < 200);
    assert.doesNotMatch(`${row?.label}${row?.description}`.slice(3), /\$\(x|[\n\u202e]/);
  });
});

describe('The texts with numbers of rooms', () => {
  it('have a singular form', () => {
    assert.deepEqual([1, 2].map(unreadText), ['1 unread room', '2 unread rooms']);
    const counts = (foundCount: number, roomCount: number, hasMore = false) => ({ foundCount, roomCount, hasMore });
    assert.equal(filterMessage('de', counts(1, 1)), 'Filter: de — 1 of 1 room');
    assert.equal(filterMessage('de', counts(1, 5)), 'Filter: de — 1 of 5 rooms');
  });

  it('say that no room matches only when all rooms are loaded', () => {
    const none = { foundCount: 0, roomCount: 5 };
    assert.equal(filterMessage('xyz', { ...none, hasMore: false }), 'No rooms match “xyz”');
    assert.equal(filterMessage('xyz', { ...none, hasMore: true }), 'Filter: xyz — 0 of 5 rooms loaded so far');
  });
});

describe('The texts for times, sizes and addresses', () => {
  it('format a time relative to now', () => {
    const said = [0, 59_999, minute, 59 * minute, hour, 23 * hour, day, 6 * day, 7 * day, 30 * day, 400 * day];
    assert.deepEqual(
      said.map((ms) => relativeTime(agoIso(ms), nowMs)),
      [
        ...['just now', 'just now', '1 min. ago', '59 min. ago', '1 hr. ago', '23 hr. ago'],
        ...['yesterday', '6 days ago', 'last wk.', 'last mo.', 'last yr.'],
      ],
    );
  });

  it('are empty for no time, and never in the future', () => {
    assert.equal(relativeTime(undefined, nowMs), '');
    assert.equal(relativeTime('soon', nowMs), '');
    assert.equal(relativeTime(agoIso(-hour), nowMs), 'just now');
  });

  it('format sizes in units of 1024', () => {
    const sizes = [0, 1, 512, 1023, 1024, 1536, 1024 ** 2, 100 * 1024 ** 2, 1024 ** 3, 5000 * 1024 ** 3];
    assert.deepEqual(sizes.map(byteText), [
      ...['0 bytes', '1 byte', '512 bytes', '1023 bytes', '1 kB', '1.5 kB', '1 MB', '100 MB', '1 GB', '5000 GB'],
    ]);
  });

  it('contain the redirect URI of this editor product', () => {
    assert.equal(callbackUri().toString(true), `${env.uriScheme}://roomside.roomside/callback`);
  });
});

describe('The rows of Recent Shares', () => {
  const content = { kind: 'text', markdown: 'hello' } as const;
  const record: ShareRecord = {
    ...{ id: 's1', accountId: 'a1', accountLabel: 'ada@example.com', roomId: 'r1', roomTitle: 'Design', name: 'a.ts' },
    ...{ state: 'queued', content, digest: '', createdMs: nowMs - 2 * hour, requestedMs: nowMs, tries: 1 },
  };
  const doubtful = 'share.unknown.retry.doubt.copy.read';
  const cases: readonly [Partial<ShareRecord>, number, string, string][] = [
    [{ state: 'sent', messageId: 'm' }, 0, 'Design · 2 hr. ago', 'share.sent.undo.copy.read'],
    [{}, 0, 'waiting · Design', 'share.queued.retry.copy.read'],
    [{}, 41_200, 'retrying in 40 s · Design', 'share.queued.retry.copy.read'],
    [
      { roomId: '', roomTitle: 'Zoe', toPerson: { id: 'z', name: 'Zoe' }, state: 'failed' },
      0,
      'failed · Zoe',
      'share.failed.retry.copy',
    ],
    [{}, 100_000, 'retrying in 2 min · Design', 'share.queued.retry.copy.read'],
    [
      { reason: { kind: 'rate-limited', detail: '429' } },
      3000,
      'rate limited, retrying in 3 s · Design',
      'share.queued.copy.read',
    ],
    [{ reason: { kind: 'rate-limited', detail: '429' } }, 0, 'waiting · Design', 'share.queued.retry.copy.read'],
    [{ requestedMs: nowMs - 25 * hour }, 5000, 'needs your confirmation · Design', 'share.queued.retry.copy.read'],
    [{ state: 'sending' }, 0, 'sending · Design', 'share.sending.copy.read'],
    [{ state: 'sending' }, 3000, 'rate limited, retrying in 3 s · Design', 'share.sending.copy.read'],
    [{ state: 'failed' }, 0, 'failed · Design', 'share.failed.retry.copy.read'],
    [
      { state: 'unknown', reason: { kind: 'checking' } },
      0,
      'checking whether it arrived · Design',
      'share.unknown.copy.read',
    ],
    [{ state: 'unknown', reason: { kind: 'room-unclear' } }, 0, 'unconfirmed · Design', doubtful],
  ];
  for (const [facts, leftMs, description, contextValue] of cases) {
    it(`show “${description}”: state and room, with a countdown that is not read out`, () => {
      const item = shareItem({ ...record, ...facts }, { nowMs, untilMs: nowMs + leftMs });
      assert.equal(item.label, 'a.ts');
      assert.equal(item.description, description);
      assert.equal(item.contextValue, contextValue);
      assert.equal(item.command, undefined);
      assert.doesNotMatch(item.accessibilityInformation?.label ?? '', / in \d+ /);
    });
  }

  it('offer the file of a sent share, and name the account if it is not the active one', () => {
    const { content: _, ...rest } = record;
    const sent = { ...rest, state: 'sent', messageId: 'm', origin: { path: '/a.ts', line: 3 } } as const;
    assert.equal(shareItem(sent, { nowMs }).contextValue, 'share.sent.undo.open.read');
    const item = shareItem({ ...sent, accountLabel: 'a$(x)' }, { nowMs, isOfOtherAccount: true });
    assert.equal(item.contextValue, 'share.sent.undo.open');
    assert.equal(item.description, 'Design · 2 hr. ago · a$ (x)');
    assert.deepEqual(item.accessibilityInformation, { label: 'a.ts, Design, sent, 2 hr. ago, a$ (x)' });
  });

  it('keep names from the network and the disk on one line, without markup', () => {
    const evil = '$(error) a\u202eb\n[here](command:evil)';
    const item = shareItem({ ...record, name: evil, roomTitle: evil }, { nowMs });
    assert.equal(item.label, '$ (error) a b [here] (command:evil)');
    const { tooltip, text } = tooltipOf(item);
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.match(text, /\\\[here\\\] \\\(command\\:evil\\\)/);
  });
});

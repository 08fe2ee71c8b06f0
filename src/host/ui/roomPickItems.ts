import { l10n, type QuickPickItem, QuickPickItemKind } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import type { Clock } from '../../core/base/clock.ts';
import { disambiguate } from '../../core/base/text/disambiguate.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { distinguishingEmail, type RequestedEmails } from '../../core/rooms/directEmails.ts';
import { isEmailAddress, isSameEmail } from '../../core/rooms/directPerson.ts';
import { groupRooms, teamNames } from '../../core/rooms/groupRooms.ts';
import { isUnreadable } from '../../core/rooms/knownRoom.ts';
import type { LinesAuthor } from '../../core/rooms/linesAuthor.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import { relativeTime } from '../vscode/formats.ts';
import { groupTitle, roomTitle, teamTitle } from './groupTitle.ts';
import { iconLabel } from './iconLabel.ts';

/** An item of the room quick pick: a room, or an action when the room is not listed. */
export interface RoomPickItem extends QuickPickItem {
  readonly room?: Room;
  readonly author?: LinesAuthor;
  readonly action?: 'loadMore' | 'searchMore' | 'stopSearch' | 'showMore' | 'findPerson';
  /** The action answers the typed text, so that Enter chooses it also right after typing. */
  readonly isAnswer?: boolean;
}

export interface RoomPickPorts {
  readonly directory: RoomDirectory;
  readonly marks: RoomMarks;
  readonly emails: RequestedEmails;
  readonly clock: Clock;
}

export interface RoomPickOptions {
  /** Empty: all rooms under their headings. */
  readonly query: string;
  readonly limit: number;
  readonly shown?: readonly RoomPickItem[];
  readonly isSearching?: boolean;
  /** The room of a share that is sent to another one. It is below all others, so that Enter does not send there again. */
  readonly sameRoomId?: string | undefined;
  readonly canMessagePerson?: boolean;
}

/**
 * The rooms to choose from: first the room pinned for this workspace, or else the last used one; then the order of the
 * Rooms view without its groups Unread and Hidden. A query lists the matching rooms, including hidden ones. If no room matches, VS Code filters all of them.
 */
export function roomPickItems(ports: RoomPickPorts, options: RoomPickOptions): readonly RoomPickItem[] {
  const found = options.query === '' ? undefined : foundRows(ports, options);
  const person = personRow(options, found !== undefined);
  const more = moreRows(ports.directory, options);
  // An address means a person, so its row is before further rooms.
  if (options.canMessagePerson && isEmailAddress(options.query))
    return [...(found ?? roomsWithEmail(ports, options.query)), person, ...more];
  return [...(found ?? sectionRows(ports, options)), ...more, person];
}

/** Adds the people who wrote what is sent below the first room, which is where Enter leads to. */
export function withAuthors(rows: readonly RoomPickItem[], authors: readonly LinesAuthor[]): readonly RoomPickItem[] {
  if (authors.length === 0) return rows;
  const at = rows.findIndex(({ room }) => room !== undefined) + 1;
  const separator = (label = ''): RoomPickItem => ({ label, kind: QuickPickItemKind.Separator });
  const isSplit = rows[at]?.room !== undefined;
  const below = [separator(), ...authors.map(authorRow), ...(isSplit ? [separator(rows[0]?.label)] : [])];
  return [...rows.slice(0, at), ...below, ...rows.slice(at)];
}

/** The address is always shown: the name in a commit is what its author wrote. */
function authorRow(author: LinesAuthor): RoomPickItem {
  const { name, email, lineCount, ofCount } = author;
  const shown = displayTitle(name);
  const text =
    lineCount === ofCount
      ? l10n.t({ message: 'Author of these lines: {0}', args: [shown], comment: '{0}: a person' })
      : l10n.t({
          message: 'Author of these lines: {0} ({1} of {2} lines)',
          args: [shown, lineCount, ofCount],
          comment: '{0}: a person',
        });
  const description = email === undefined ? l10n.t('search by name') : displayTitle(email);
  return { ...iconLabel('account', text), description, author };
}

function roomsWithEmail(ports: RoomPickPorts, email: string): readonly RoomPickItem[] {
  const { directory, emails } = ports;
  const rooms = directory.rooms.filter(({ id }) => isSameEmail(emails.get(id) ?? '', email));
  return pickItemsOf(ports, rooms).map((row) => ({ ...row, alwaysShow: true }));
}

/**
 * VS Code sorts matching items by title and keeps the given order for equal titles. Rooms with equal titles keep the order
 * in which they are shown, so that they do not swap places while the user is selecting.
 */
function foundRows(
  ports: RoomPickPorts,
  { query, limit, shown = [] }: RoomPickOptions,
): readonly RoomPickItem[] | undefined {
  const { rooms, totalCount } = ports.directory.search(query, limit);
  if (totalCount === 0) return undefined;
  const places = new Map(shown.map(({ room }, place) => [room?.id, place]));
  const placeOf = ({ id }: Room): number => places.get(id) ?? shown.length;
  const ordered = rooms.toSorted((one, other) => placeOf(one) - placeOf(other));
  const rows = pickItemsOf(ports, ordered).map((row) => ({ ...row, alwaysShow: true }));
  return totalCount > rooms.length ? [...rows, restRow(totalCount - rooms.length)] : rows;
}

function sectionRows(ports: RoomPickPorts, { limit, sameRoomId }: RoomPickOptions): readonly RoomPickItem[] {
  const { directory, marks } = ports;
  const { workspaceRoom, recent } = marks.record;
  const readable = directory.sorted('activity').filter((room) => !isUnreadable(room));
  const isKept = workspaceRoom !== sameRoomId && readable.some(({ id }) => id === workspaceRoom);
  // The same room needs as few keys as possible, unless another room is pinned for this workspace.
  const last = recent.find((id) => id !== sameRoomId && directory.find(id) !== undefined);
  const first = isKept ? workspaceRoom : last;
  const own = readable.filter(({ id }) => id === first);
  const same = readable.filter(({ id }) => id === sameRoomId);
  const groups = groupRooms(
    readable.filter((room) => !own.includes(room) && !same.includes(room)),
    { marks: marks.record },
    teamNames(readable),
  );
  const sections = [
    ...(own.length === 0 ? [] : [{ title: isKept ? l10n.t('This workspace') : l10n.t('Last used'), rooms: own }]),
    ...groups
      .filter(({ kind }) => kind !== 'hidden')
      .map((group) => ({ title: groupTitle(group), rooms: group.rooms })),
    ...(same.length === 0 ? [] : [{ title: l10n.t('Same room'), rooms: same }]),
  ];
  // Described together: rooms with equal titles may be in two sections.
  const rows = new Map(
    pickItemsOf(
      ports,
      sections.flatMap(({ rooms }) => rooms.slice(0, limit)),
    ).map((row) => [row.room.id, row]),
  );
  return sections.flatMap(({ title, rooms }) => [
    { label: title, kind: QuickPickItemKind.Separator },
    ...rooms.slice(0, limit).flatMap(({ id }) => rows.get(id) ?? []),
    ...(rooms.length > limit ? [restRow(rooms.length - limit)] : []),
  ]);
}

/** Rooms with equal titles are disambiguated by the email address, the team and the activity, or else by their id. */
export function pickItemsOf(
  ports: RoomPickPorts,
  rooms: readonly Room[],
): readonly (RoomPickItem & { readonly room: Room })[] {
  const { directory, marks, clock } = ports;
  const teams = teamNames(directory.rooms);
  const labelOf = (room: Room) => (isUnreadable(room) ? l10n.t('Title unavailable') : roomTitle(room));
  const rows = rooms.map((room) => ({ room, label: labelOf(room), parts: partsOf(room) }));
  const ends = disambiguate(new Map(rows.map(({ room, label, parts }) => [room.id, [label, ...parts].join('\n')])));
  return rows.map(({ room, label, parts }) => {
    const end = ends.get(room.id);
    const id = end === undefined ? [] : [`…${displayTitle(end)}`];
    return { room, ...iconLabel(iconOf(room), label), description: [...parts, ...id].join(' · ') };
  });

  function partsOf(room: Room): readonly string[] {
    const team = room.teamId === undefined ? '' : teamTitle(teams.get(room.teamId));
    const email = displayTitle(distinguishingEmail(ports, room.id) ?? '');
    const isHidden = marks.isHidden(room.id) ? l10n.t('hidden') : '';
    return [email, team, relativeTime(room.lastActivity, clock.now()), isHidden].filter(Boolean);
  }
}

function iconOf(room: Room): string {
  if (room.type === 'direct') return 'account';
  return room.isLocked ? 'lock' : 'comment-discussion';
}

function restRow(count: number): RoomPickItem {
  return { ...iconLabel('ellipsis', l10n.t('Show More ({0})', count)), action: 'showMore', alwaysShow: true };
}

/** Leads to the people of the service. Names the typed text if it is an address or no room matches it. */
function personRow({ query, canMessagePerson }: RoomPickOptions, hasMatches: boolean): RoomPickItem {
  const isPerson = query !== '' && (isEmailAddress(query) || !hasMatches);
  const [icon, text] =
    canMessagePerson !== true
      ? ['search', l10n.t('Find a Person…')]
      : ['account', isPerson ? l10n.t('Message {0} Directly…', displayTitle(query)) : l10n.t('Send to a Person…')];
  const isAnswer = isPerson && canMessagePerson === true;
  return { ...iconLabel(icon, text), action: 'findPerson', isAnswer, alwaysShow: true };
}

function moreRows({ snapshot, size }: RoomDirectory, { query, isSearching }: RoomPickOptions): readonly RoomPickItem[] {
  if (isSearching) {
    const description = size === 1 ? l10n.t('1 room searched') : l10n.t('{0} rooms searched', size);
    return [
      { ...iconLabel('debug-stop', l10n.t('Stop Searching')), description, action: 'stopSearch', alwaysShow: true },
    ];
  }
  const more = (icon: string, label: string): RoomPickItem => ({
    ...iconLabel(icon, label),
    action: query === '' || snapshot.status === 'failed' ? 'loadMore' : 'searchMore',
    alwaysShow: true,
  });
  if (snapshot.status === 'failed') return [more('warning', l10n.t("Couldn't load the rooms. Select to try again."))];
  if (!snapshot.hasMore) return [];
  return [more('ellipsis', query === '' ? l10n.t('Load More Rooms') : l10n.t('Search More Rooms'))];
}

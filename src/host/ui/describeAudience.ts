import { l10n } from 'vscode';
import type { PersonRef } from '../../core/api/resources.ts';
import type { AccountRef } from '../../core/auth/account.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { domainOf, type TargetRoom } from '../../core/rooms/directPerson.ts';
import { type Audience, readAudience } from '../../core/rooms/roomPeople.ts';

export interface AudiencePorts {
  readonly connection: Pick<ServiceConnection, 'requireSession'>;
  readonly log: Log;
}

type RoomOfAccount = Pick<TargetRoom, 'id'> & { readonly account: Pick<AccountRef, 'id'> };

/**
 * The audience of a room: "group room, 14 people, 3 from other domains". Never rejects. If the service gives no answer, the
 * text contains what is known of the room.
 */
export async function describeAudience(ports: AudiencePorts, room: TargetRoom, signal: AbortSignal): Promise<string> {
  if (room.toPerson !== undefined) return describePerson(room.account, room.toPerson);
  const isDirect = room.type === 'direct';
  const kind = isDirect ? l10n.t('direct room') : l10n.t('group room');
  const audience = await audienceOf(ports, room, signal);
  if (audience === undefined) return kind;
  // Two people may have the same name.
  if (isDirect && audience.otherEmail) return l10n.t('direct room with {0}', displayTitle(audience.otherEmail));
  return `${kind}, ${peopleText(audience)}`;
}

/**
 * The number of people in a room: "14 people, 3 from other domains". Never rejects; `undefined` if the service gives no
 * answer.
 */
export async function describePeople(
  ports: AudiencePorts,
  room: RoomOfAccount,
  signal: AbortSignal,
): Promise<string | undefined> {
  const audience = await audienceOf(ports, room, signal);
  return audience && peopleText(audience);
}

/** A person without a known direct room: only this person and the user will read the message. */
function describePerson({ label }: AccountRef, { email, name }: PersonRef): string {
  const text = l10n.t('direct message to {0}', displayTitle(email ?? name));
  const own = domainOf(label);
  const isExternal = own !== undefined && email !== undefined && domainOf(email) !== own;
  return isExternal ? `${text}, ${l10n.t('from another domain')}` : text;
}

/**
 * Whether the service lists all people of the room with their addresses, and all are of the domain of the user. False
 * for a person whose room is not known. Never rejects.
 */
export async function isInternal(ports: AudiencePorts, room: TargetRoom, signal: AbortSignal): Promise<boolean> {
  if (room.toPerson !== undefined) return false;
  const audience = await audienceOf(ports, room, signal);
  return audience?.externalCount === 0 && audience.unknownCount === 0 && !audience.hasMore;
}

/** The people in a room. Never rejects; `undefined` if the service gives no answer. */
export async function audienceOf(
  ports: AudiencePorts,
  { id, account: { id: accountId } }: RoomOfAccount,
  signal: AbortSignal,
): Promise<Audience | undefined> {
  try {
    const { account, client } = await ports.connection.requireSession(accountId);
    return await readAudience(client, id, account.personId, signal);
  } catch (error) {
    if (!isCancelled(error)) ports.log.error('could not read the people in the room', error);
    return undefined;
  }
}

function peopleText({ peopleCount, hasMore, externalCount = 0 }: Audience): string {
  const exactly = peopleCount === 1 ? l10n.t('1 person') : l10n.t('{0} people', peopleCount);
  const people = hasMore ? l10n.t('more than {0} people', peopleCount) : exactly;
  if (externalCount === 0) return people;
  const outside =
    externalCount === 1 ? l10n.t('1 from another domain') : l10n.t('{0} from other domains', externalCount);
  return `${people}, ${outside}`;
}

/** Warnings to show before something is sent to a room. */
export function roomWarnings({ isLocked, title }: Pick<TargetRoom, 'isLocked' | 'title'>): readonly string[] {
  if (!isLocked) return [];
  return [l10n.t('{0} is locked by its moderators and may not accept your message', displayTitle(title))];
}

import { l10n } from 'vscode';
import type { Room } from '../core/api/resources.ts';
import type { ActiveAccount } from '../core/auth/activeAccount.ts';
import type { ServiceConnection } from '../core/auth/serviceConnection.ts';
import { isCancelled } from '../core/base/errors.ts';
import type { Log } from '../core/base/log.ts';
import { type Audience, readAudience } from '../core/rooms/audience.ts';

export interface AudiencePorts {
  readonly connection: ServiceConnection;
  readonly active: ActiveAccount;
  readonly log: Log;
}

/**
 * Who reads what goes to a room, in words: "group room, 14 people, 3 from other domains". Never rejects and keeps nobody
 * waiting: where the service does not tell, it says what is known of the room.
 */
export async function audienceFact(ports: AudiencePorts, room: Room, signal: AbortSignal): Promise<string> {
  const kind = room.type === 'direct' ? l10n.t('direct room') : l10n.t('group room');
  const people = await peopleFact(ports, room.id, signal);
  return people === undefined ? kind : `${kind}, ${people}`;
}

/** How many people are in a room: "14 people, 3 from other domains". Never rejects: `undefined` where nothing is told. */
export async function peopleFact(
  ports: AudiencePorts,
  roomId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const [client, account] = await Promise.all([ports.connection.client(), ports.active.get()]);
    const audience = await readAudience(client, roomId, account?.personId ?? '', signal);
    return audience && peopleWords(audience);
  } catch (error) {
    if (!isCancelled(error)) ports.log.error('who is in the room could not be read', error);
    return undefined;
  }
}

function peopleWords({ peopleCount, isMore, outsideCount = 0 }: Audience): string {
  const people = isMore ? l10n.t('more than {0} people', peopleCount) : l10n.t('{0} people', peopleCount);
  return outsideCount === 0 ? people : `${people}, ${l10n.t('{0} from other domains', outsideCount)}`;
}

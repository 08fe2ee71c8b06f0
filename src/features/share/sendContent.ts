import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { NewShare } from '../../core/outbox/newShare.ts';
import type { KeptShare } from '../../core/outbox/outbox.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { withStatusProgress } from '../../host/cancellableProgress.ts';
import { keepShare } from './keepShare.ts';
import type { SharePorts } from './sharePorts.ts';

/** A text or the address of a file that is written down and not yet sent. */
export interface KeptContent {
  /** Sends it to another room instead, where that is known how. */
  readonly changeRoom?: () => Promise<void>;
  readonly room: Pick<Room, 'title'>;
  readonly name: string;
  readonly share: KeptShare;
}

/** Writes a text or the address of a file down. `undefined` when it cannot be, and the user does not want it sent then. */
export async function keepContent(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  { name, origin }: Pick<NewShare, 'name' | 'origin'>,
  content: Exclude<NewShare['content'], { kind: 'file' }>,
): Promise<KeptContent | undefined> {
  const share = await keepShare(ports, {
    room: { id: room.id, title: room.title },
    name,
    ...(origin && { origin }),
    content,
  });
  return share && { room, name, share };
}

/**
 * Sends what was kept, and says how that ended.
 * @returns whether it is in the room or on its way there; not so what was given up, or refused by the service
 */
export async function sendContent(ports: SharePorts, kept: KeptContent | undefined): Promise<boolean> {
  if (kept === undefined) return false;
  const { room, name, share, changeRoom } = kept;
  try {
    const title = l10n.t('Sharing {0} to {1}', name, displayTitle(room.title));
    const carried = await withStatusProgress(title, () => share.deliver());
    ports.outcome.show(carried, changeRoom);
    return carried.record !== undefined && carried.record.state !== 'failed';
  } catch (error) {
    // Given up in Recent Shares.
    if (isCancelled(error)) return false;
    throw error;
  }
}

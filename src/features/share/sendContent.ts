import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { NewShare } from '../../core/outbox/newShare.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { withStatusProgress } from '../../host/cancellableProgress.ts';
import { keepShare } from './keepShare.ts';
import type { SharePorts } from './ports.ts';

/**
 * Sends a text or the address of a file, and says how that ended.
 * @returns whether it is in the room or on its way there; not so what was given up, or refused by the service
 */
export async function sendContent(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  name: string,
  content: Exclude<NewShare['content'], { kind: 'file' }>,
): Promise<boolean> {
  const share = { room: { id: room.id, title: room.title }, name, content };
  try {
    const carried = await withStatusProgress(l10n.t('Sharing {0} to {1}', name, displayTitle(room.title)), () =>
      keepShare(ports, share, {}),
    );
    if (carried === undefined) return false;
    ports.outcome.tell(carried);
    return carried.record?.state !== 'failed';
  } catch (error) {
    // Given up in Recent Shares.
    if (isCancelled(error)) return false;
    throw error;
  }
}

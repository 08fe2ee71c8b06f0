import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { ShareNotStoredError } from '../../core/outbox/errors.ts';
import { type NewShare, type ShareTarget, targetOf } from '../../core/outbox/newShare.ts';
import type { QueuedShare } from '../../core/outbox/outbox.ts';
import type { Services } from '../../host/services.ts';
import { withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';

export type SharePorts = Pick<
  Services,
  | 'active'
  | 'connection'
  | 'directory'
  | 'marks'
  | 'rooms'
  | 'emails'
  | 'errors'
  | 'outbox'
  | 'outcome'
  | 'preview'
  | 'drafts'
  | 'scanner'
  | 'clock'
  | 'log'
  | 'extensionUri'
>;

/** A text or URL with a record in the outbox. */
export interface QueuedContent {
  /** Sends it to another room, if the caller supports that. */
  readonly changeRoom?: () => Promise<void>;
  readonly room: Pick<Room, 'title'>;
  readonly name: string;
  readonly share: QueuedShare;
}

/** Writes the record of a text or a URL. `undefined` if that fails and the user declines to send without it. */
export async function enqueueContent(
  ports: SharePorts,
  room: ShareTarget,
  { name, origin, review }: Pick<NewShare, 'name' | 'origin' | 'review'>,
  content: Exclude<NewShare['content'], { kind: 'file' }>,
): Promise<QueuedContent | undefined> {
  const share = await enqueueShare(ports, {
    room: targetOf(room),
    name,
    ...(origin && { origin }),
    ...(review && { review }),
    content,
  });
  return share && { room, name, share };
}

/**
 * Sends a queued share and reports the result.
 * @returns whether it is sent or queued, and not cancelled or refused by the service
 */
export async function sendContent(ports: SharePorts, queued: QueuedContent | undefined): Promise<boolean> {
  if (queued === undefined) return false;
  const { room, name, share, changeRoom } = queued;
  try {
    const title = l10n.t('Sharing {0} to {1}', name, displayTitle(room.title));
    const delivery = share.deliver();
    const result = await withStatusProgress(title, () => delivery);
    ports.outcome.show(result, changeRoom);
    return result.record !== undefined && result.record.state !== 'failed';
  } catch (error) {
    // Cancelled in Recent Shares.
    if (isCancelled(error)) return false;
    throw error;
  }
}

/**
 * Writes the record of a share before anything that takes time. If that fails, the user is asked whether to send
 * without a record. `undefined` if the user declines.
 */
export async function enqueueShare({ outbox }: SharePorts, share: NewShare): Promise<QueuedShare | undefined> {
  try {
    return await outbox.enqueue(share);
  } catch (error) {
    if (!(error instanceof ShareNotStoredError)) throw error;
    return (await askToSendUnstored(share.name, error)) ? outbox.enqueue(share, { isMemoryOnly: true }) : undefined;
  }
}

async function askToSendUnstored(name: string, { code }: ShareNotStoredError): Promise<boolean> {
  const problem =
    code === 'ENOSPC'
      ? l10n.t('{0} was not sent. The disk is full, so no copy could be saved for retries.', name)
      : l10n.t('{0} was not sent. No copy could be saved for retries ({1}).', name, code);
  const sendAnyway = l10n.t('Send Anyway');
  return (await showWarningMessage(problem, sendAnyway)) === sendAnyway;
}

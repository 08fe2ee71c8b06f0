import { l10n } from 'vscode';
import { ServiceError } from '../../../core/api/errors.ts';
import type { Message } from '../../../core/api/resources.ts';
import type { ShareRecord } from '../../../core/outbox/shareRecord.ts';
import type { Services } from '../../../host/services.ts';
import { withStatusProgress } from '../../../host/ui/cancellableProgress.ts';
import { shareNames } from '../../../host/ui/describeShare.ts';

/** Answers of a service without this operation [X19], or without this message for this user. */
const refusals: readonly number[] = [400, 403, 404, 405, 410, 501];

/**
 * The message of a sent share, read with the token of its own account: another account may not see it, and must not ask for
 * it. Rejects if the service cannot answer now.
 */
export async function messageOfShare(
  connection: Services['connection'],
  record: ShareRecord,
): Promise<Message | 'signed-out' | 'unavailable'> {
  const { messageId, accountId } = record;
  if (!messageId) return 'unavailable';
  const session = await connection.session(accountId);
  if (session === undefined) return 'signed-out';
  try {
    const [name, room] = shareNames(record);
    const title = l10n.t('Getting {0} from {1}', name, room);
    return await withStatusProgress(title, () => session.client.getMessage(messageId));
  } catch (error) {
    if (error instanceof ServiceError && refusals.includes(error.status)) return 'unavailable';
    throw error;
  }
}

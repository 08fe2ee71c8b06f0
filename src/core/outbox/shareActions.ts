import type { ShareRecord } from './shareRecord.ts';
import { isUnconfirmed, requiresUserAction } from './shareState.ts';

/** What a user can do with a share, by the names in the `when` clauses of the menus. */
export type ShareAction = 'retry' | 'sendToRoom' | 'markSent' | 'undo' | 'copy' | 'open' | 'read';

/** What the actions depend on besides the share itself. */
export interface ShareFacts {
  readonly nowMs: number;
  /** Time of the next automatic try, if known. */
  readonly untilMs?: number | undefined;
  /** Whether the share belongs to another account than the one in use. */
  readonly isOfOtherAccount?: boolean;
}

/** What the user can do with a share now. Rows, notifications and commands offer nothing else. */
export function actionsOf(
  record: ShareRecord,
  { nowMs, untilMs = nowMs, isOfOtherAccount = false }: ShareFacts,
): readonly ShareAction[] {
  const { state, content, origin, reason, roomId } = record;
  // A share is not sent earlier than the service allows. One without a reason waits for its first turn.
  const isRateLimited = (reason === undefined || reason.kind === 'rate-limited') && untilMs > nowMs;
  const can: Readonly<Record<ShareAction, boolean>> = {
    retry: requiresUserAction(record, nowMs) || (state === 'queued' && !isRateLimited),
    sendToRoom: canSendToRoom(record),
    markSent: isUnconfirmed(record),
    undo: canUndo(record),
    copy: content?.kind === 'text',
    open: origin !== undefined,
    // The active account may not be a member of the other account's room.
    read: !isOfOtherAccount && roomId !== '',
  };
  return (Object.keys(can) as ShareAction[]).filter((action) => can[action]);
}

/** Whether a reply can be sent as a message of its own: its thread refused it, so that it has certainly not arrived. */
export function canSendToRoom({ state, reason }: ShareRecord): boolean {
  return state === 'failed' && reason?.kind === 'parent-refused';
}

/** Whether the service can delete the message of a share: it has told its id. */
export function canUndo({ state, messageId }: ShareRecord): boolean {
  return state === 'sent' && Boolean(messageId);
}

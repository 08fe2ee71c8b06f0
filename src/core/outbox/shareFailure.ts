import type { ShareReason, ShareRecord } from './shareRecord.ts';

/** Why a share failed, and what can end it differently: the same once more, or as a message of its own, or only a new share. */
export interface ShareFailure {
  readonly why: ShareReason['kind'];
  readonly next: 'retry' | 'sendToRoom' | 'shareAgain';
}

/**
 * The failure of a share; `undefined` if it has not failed. Rows, notifications, commands and buttons offer what it says, and
 * nothing else.
 */
export function failureOf({ state, reason }: Partial<Pick<ShareRecord, 'state' | 'reason'>>): ShareFailure | undefined {
  if (state !== 'failed') return undefined;
  const why = reason?.kind ?? 'other';
  // Its thread refused it, so that it has certainly not arrived.
  if (why === 'parent-refused') return { why, next: 'sendToRoom' };
  // The current file was neither confirmed nor searched for secrets, and what is too large would only be uploaded again.
  const isTooLarge = why === 'too-long' || (why === 'service-refused' && reason?.detail === '413');
  return { why, next: isTooLarge || why === 'file-changed' ? 'shareAgain' : 'retry' };
}

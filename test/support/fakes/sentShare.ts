import type { ShareRecord } from '../../../src/core/outbox/shareRecord.ts';

/** The record of a share that is in its room and can be deleted. */
export const sentShare = (id: string, endedMs: number, more: Partial<ShareRecord> = {}): ShareRecord => ({
  id,
  accountId: 'ada',
  accountLabel: 'Ada',
  roomId: 'r',
  roomTitle: 'Design',
  name: `${id}.ts`,
  state: 'sent',
  messageId: `m-${id}`,
  createdMs: endedMs - 10,
  requestedMs: endedMs - 10,
  tries: 1,
  digest: '',
  endedMs,
  ...more,
});

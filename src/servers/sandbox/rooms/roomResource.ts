import type { FieldError, Room } from '../../../core/api/resources.ts';
import { timestamp } from '../http/timestamps.ts';
import type { RoomRow } from './roomRows.ts';

/** The error of a field whose key could not be had [A60]. */
export const kmsFailure: FieldError = {
  code: 'kms_failure',
  reason: 'Key management server failed to respond appropriately.',
};

/** A room on the wire; `title` is the one its viewer sees. */
export function roomResource(row: RoomRow): Room {
  const room: Room = {
    id: row.id,
    title: row.failing_title ?? row.title,
    type: row.type,
    isLocked: row.is_locked === 1,
    ...(row.team_id === null ? {} : { teamId: row.team_id }),
    lastActivity: timestamp(row.last_activity),
    created: timestamp(row.created),
  };
  return row.failing_title === null ? room : { ...room, errors: { title: kmsFailure } };
}

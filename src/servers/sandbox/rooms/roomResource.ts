import type { Room } from '../../../core/api/resources.ts';
import { kmsFailure, timestamp } from '../http/resources.ts';
import type { RoomRow } from './roomRows.ts';

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

import type { Room } from '../api/resources.ts';

/** Whether the title could not be retrieved, so that its placeholder must not be used as a name. */
export function isUnreadable(room: Room): boolean {
  return room.errors?.title !== undefined;
}

/** Whether a retry may succeed [A61]. For unknown codes, repeated retries would only cause load. */
export function isTemporarilyUnreadable(room: Room): boolean {
  return room.errors?.title?.code === 'kms_failure';
}

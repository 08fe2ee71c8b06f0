import type { Room } from '../api/resources.ts';

/** Whether the title could not be retrieved, so that what stands in its place must not be taken for a name. */
export function isUnreadable(room: Room): boolean {
  return room.errors?.title !== undefined;
}

/**
 * Whether the service may well read it the next time [A61]: for a code that is not known, asking again and again would
 * be rude.
 */
export function isTemporarilyUnreadable(room: Room): boolean {
  return room.errors?.title?.code === 'kms_failure';
}

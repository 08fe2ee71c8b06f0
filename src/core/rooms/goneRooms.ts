import type { Room } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';

/**
 * The rooms that a first page, of several, shows to be gone: a listing in the order of activity has every room with newer
 * activity than the last one of the page. Another order shows nothing, and is not promised.
 * @param known the latest activity first
 */
export function goneRooms(known: readonly Room[], page: readonly Room[]): Set<string> {
  const gone = new Set<string>();
  if (!isByActivity(page)) return gone;
  const oldestMs = timeMs(page.at(-1)?.lastActivity);
  const listed = new Set(page.map(({ id }) => id));
  for (const { id, lastActivity } of known) {
    if (timeMs(lastActivity) <= oldestMs) break;
    if (!listed.has(id)) gone.add(id);
  }
  return gone;
}

/** Which rooms a complete listing shows to be gone. */
export function notIn(listed: readonly Room[]): (roomId: string) => boolean {
  const ids = new Set(listed.map(({ id }) => id));
  return (roomId) => !ids.has(roomId);
}

/** Whether a page is in the order of activity. That of a page with one room is not known. */
export function isByActivity(page: readonly Room[]): boolean {
  const timesMs = page.map(({ lastActivity }) => timeMs(lastActivity));
  return timesMs.length > 1 && timesMs.every((atMs, at) => atMs > 0 && atMs <= (timesMs[at - 1] ?? atMs));
}

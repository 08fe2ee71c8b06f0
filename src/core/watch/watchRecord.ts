import { isJsonObject, parseJsonObject } from '../api/jsonObject.ts';

/** Which messages of a watched room are worth a notification. */
export type WatchMode = 'mentions' | 'all';

/** The newest message that was claimed for notifications. */
export interface MessageMark {
  /** Empty for a room without messages. */
  readonly id: string;
  /** Milliseconds since the epoch; 0 when not known. */
  readonly createdMs: number;
}

/** A room is known by its id alone: its title is stored nowhere here. */
export interface WatchedRoom {
  readonly roomId: string;
  readonly mode: WatchMode;
  /** No notification for messages up to then; milliseconds since the epoch, 0 when not muted. */
  readonly mutedUntilMs: number;
  /** `undefined` until its messages were read once: older messages give no notification. */
  readonly mark?: MessageMark;
  /** The activity of the room up to which its messages were read. */
  readonly activityMs: number;
}

/** What an account watches, shared by all windows of a profile. */
export interface WatchRecord {
  /** Those that were read least recently first. */
  readonly rooms: readonly WatchedRoom[];
  /** Failures in a row. */
  readonly failureCount: number;
  /** Messages are not read before this time. */
  readonly retryAtMs: number;
}

/** Each watched room may cost a request at each poll. */
export const mostWatchedRooms = 50;

export const nothingWatched: WatchRecord = { rooms: [], failureCount: 0, retryAtMs: 0 };

const version = 1;

export function serializeWatches(record: WatchRecord): string {
  return JSON.stringify({ version, ...record });
}

/** Reads the record; what does not have its form counts as not stored. */
export function parseWatches(text: string): WatchRecord {
  const stored = parseJsonObject(text);
  if (stored?.version !== version || !Array.isArray(stored.rooms)) return nothingWatched;
  const { rooms, failureCount, retryAtMs } = stored;
  return {
    rooms: rooms.flatMap((room) => parseRoom(room) ?? []).slice(0, mostWatchedRooms),
    failureCount: countOf(failureCount),
    retryAtMs: countOf(retryAtMs),
  };
}

function parseRoom(value: unknown): WatchedRoom | undefined {
  if (!isJsonObject(value)) return undefined;
  const { roomId, mode, mutedUntilMs, activityMs, mark } = value;
  if (typeof roomId !== 'string' || roomId === '' || (mode !== 'mentions' && mode !== 'all')) return undefined;
  const times = { mutedUntilMs: countOf(mutedUntilMs), activityMs: countOf(activityMs) };
  if (!isJsonObject(mark) || typeof mark.id !== 'string') return { roomId, mode, ...times };
  return { roomId, mode, ...times, mark: { id: mark.id, createdMs: countOf(mark.createdMs) } };
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

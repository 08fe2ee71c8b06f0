/** Consecutive messages of one author under one name. */
export interface MessageGroup {
  readonly author: string;
  /** The time of its first message, in milliseconds since the epoch. */
  readonly startMs: number;
  readonly count: number;
}

/**
 * Limits of a group, so that every screen shows an author and a time. The periods begin at fixed times, so that a group is
 * the same whichever messages before it are loaded.
 */
const periodMs = 5 * 60_000;
const maxCount = 10;

/** The group of a message: that of the message before, if it belongs there, else a new one. */
export function groupWith(
  before: MessageGroup | undefined,
  { author, createdMs }: { readonly author: string; readonly createdMs: number },
): MessageGroup {
  const isSame = before !== undefined && before.author === author && periodOf(before.startMs) === periodOf(createdMs);
  return isSame && before.count < maxCount
    ? { ...before, count: before.count + 1 }
    : { author, startMs: createdMs, count: 1 };
}

function periodOf(timeMs: number): number {
  return Math.floor(timeMs / periodMs);
}

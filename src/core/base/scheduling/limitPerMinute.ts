import type { Clock } from '../clock.ts';

/** The most questions and drafts of a program in a minute: each takes the window of the user. */
const maxPerMinute = 5;

/** Counts what a program does. @returns throws this error when there is too much in a minute */
export function limitPerMinute(clock: Pick<Clock, 'now'>, tooMany: () => Error): () => void {
  let countedMs: readonly number[] = [];
  return () => {
    const nowMs = clock.now();
    const recent = countedMs.filter((atMs) => Math.abs(nowMs - atMs) < 60_000);
    if (recent.length >= maxPerMinute) throw tooMany();
    countedMs = [...recent, nowMs];
  };
}

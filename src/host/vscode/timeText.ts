import { env } from 'vscode';

/** A time of day, with the date unless it is today: "15:40". */
export function timeText(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const isToday = at.toDateString() === now.toDateString();
  const date = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(env.language, { ...date, timeStyle: 'short' }).format(at);
}

import { env } from 'vscode';

const steps = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Costs more than what it is used for; the language stays the same for as long as the window lives. */
let format: Intl.RelativeTimeFormat | undefined;

/** A moment as people say it ("2 hours ago"), in the user's language. Empty for no or no valid date. */
export function relativeTime(iso: string | undefined, nowMs: number): string {
  const atMs = Date.parse(iso ?? '');
  if (Number.isNaN(atMs)) return '';
  format ??= new Intl.RelativeTimeFormat(env.language, { numeric: 'auto', style: 'short' });
  // A clock that is a little behind must not speak of the future.
  const agoMs = Math.max(0, nowMs - atMs);
  const [unit, unitMs] = steps.find(([, ms]) => agoMs >= ms) ?? ['minute', 60_000];
  return format.format(-Math.floor(agoMs / unitMs), unit);
}

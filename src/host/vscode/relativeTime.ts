import { env, l10n } from 'vscode';

const steps = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Creating it costs more than using it, and the language does not change while the window is open. */
let format: Intl.RelativeTimeFormat | undefined;

/** A time relative to now ("2 hours ago"), in the user's language. Empty when the date is missing or invalid. */
export function relativeTime(iso: string | undefined, nowMs: number): string {
  const atMs = Date.parse(iso ?? '');
  if (Number.isNaN(atMs)) return '';
  format ??= new Intl.RelativeTimeFormat(env.language, { numeric: 'auto', style: 'short' });
  // A local clock that is slightly slow must not produce a time in the future.
  const agoMs = Math.max(0, nowMs - atMs);
  const step = steps.find(([, ms]) => agoMs >= ms);
  if (step === undefined) return l10n.t('just now');
  const [unit, unitMs] = step;
  return format.format(-Math.floor(agoMs / unitMs), unit);
}

import { env, l10n, MarkdownString } from 'vscode';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';

const relativeSteps = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Creating it costs more than using it, and the language does not change while the window is open. */
let relativeFormat: Intl.RelativeTimeFormat | undefined;

/** A time relative to now ("2 hours ago"), in the user's language. Empty when the date is missing or invalid. */
export function relativeTime(iso: string | undefined, nowMs: number): string {
  const atMs = Date.parse(iso ?? '');
  if (Number.isNaN(atMs)) return '';
  relativeFormat ??= new Intl.RelativeTimeFormat(env.language, { numeric: 'auto', style: 'short' });
  // A local clock that is slightly slow must not produce a time in the future.
  const agoMs = Math.max(0, nowMs - atMs);
  const step = relativeSteps.find(([, ms]) => agoMs >= ms);
  if (step === undefined) return l10n.t('just now');
  const [unit, unitMs] = step;
  return relativeFormat.format(-Math.floor(agoMs / unitMs), unit);
}

/** A time of day, with the date unless it is today: "15:40". */
export function timeText(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const isToday = at.toDateString() === now.toDateString();
  const date = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(env.language, { ...date, timeStyle: 'short' }).format(at);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes in the user's language: "512 byte", "1.2 MB" (units of 1024). */
export function byteText(byteLength: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(byteLength, 1)) / 10), byteUnits.length - 1);
  const value = byteLength / 1024 ** step;
  const format = { style: 'unit', unit: byteUnits[step] ?? 'byte', maximumFractionDigits: step === 0 ? 0 : 1 } as const;
  return new Intl.NumberFormat(env.language, { ...format, unitDisplay: step === 0 ? 'long' : 'short' }).format(value);
}

/** A tooltip with the lines as plain text: no markup and no links. Empty lines are left out. */
export function plainTooltip(lines: readonly string[]): MarkdownString {
  return new MarkdownString(lines.filter(Boolean).map(escapeMarkdown).join('\n\n'));
}

const maxLineCharacters = 300;

/** Text from a service or a program, as one short line of plain text. */
export function oneLine(text: string): string {
  return displayTitle(text, maxLineCharacters);
}

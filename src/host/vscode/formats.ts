import { env, l10n, MarkdownString, UIKind } from 'vscode';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';

// Not by `Intl`: what it loads the first time takes longer than the rows of a quick pick.
const relativeSteps: readonly (readonly [ms: number, one: () => string, many: (count: number) => string])[] = [
  [365 * 86_400_000, () => l10n.t('last yr.'), (count) => l10n.t('{0} yr. ago', count)],
  [30 * 86_400_000, () => l10n.t('last mo.'), (count) => l10n.t('{0} mo. ago', count)],
  [7 * 86_400_000, () => l10n.t('last wk.'), (count) => l10n.t('{0} wk. ago', count)],
  [86_400_000, () => l10n.t('yesterday'), (count) => l10n.t('{0} days ago', count)],
  [3_600_000, () => l10n.t('1 hr. ago'), (count) => l10n.t('{0} hr. ago', count)],
  [60_000, () => l10n.t('1 min. ago'), (count) => l10n.t('{0} min. ago', count)],
];

/**
 * A time relative to now ("2 hr. ago"), in the user's language. Empty when the date is missing or invalid.
 * @param at in ISO 8601, or in milliseconds since the epoch
 */
export function relativeTime(at: string | number | undefined, nowMs: number): string {
  const atMs = typeof at === 'number' ? at : Date.parse(at ?? '');
  if (Number.isNaN(atMs)) return '';
  // A local clock that is slightly slow must not produce a time in the future.
  const agoMs = Math.max(0, nowMs - atMs);
  const step = relativeSteps.find(([ms]) => agoMs >= ms);
  if (step === undefined) return l10n.t('just now');
  const [ms, one, many] = step;
  const count = Math.floor(agoMs / ms);
  return count === 1 ? one() : many(count);
}

/** Whether the keyboard is that of a Mac. `undefined` in a browser or a remote window, where VS Code does not tell. */
export function isMacKeyboard(platform: string): boolean | undefined {
  return env.uiKind === UIKind.Web || env.remoteName !== undefined ? undefined : platform === 'darwin';
}

/** The modifier of keybindings. */
export function controlKey(platform: string): string {
  const control = l10n.t('Ctrl');
  const isMac = isMacKeyboard(platform);
  if (isMac === undefined) return `${control}/⌘`;
  return isMac ? '⌘' : control;
}

/** A time of day, with the date unless it is today or within twelve hours: "15:40". French has another "until" for dates. */
export function timeText(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const isToday = at.toDateString() === now.toDateString() || Math.abs(atMs - nowMs) < 12 * 3_600_000;
  const date = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(env.language, { ...date, timeStyle: 'short' }).format(at);
}

const byteUnits: readonly ((whole: string, tenths: string) => string)[] = [
  (whole, tenths) => (tenths === '0' ? l10n.t('{0} KB', whole) : l10n.t('{0}.{1} KB', whole, tenths)),
  (whole, tenths) => (tenths === '0' ? l10n.t('{0} MB', whole) : l10n.t('{0}.{1} MB', whole, tenths)),
  (whole, tenths) => (tenths === '0' ? l10n.t('{0} GB', whole) : l10n.t('{0}.{1} GB', whole, tenths)),
];

/** A number of bytes in the user's language: "512 bytes", "1.2 MB" (units of 1024). */
export function byteText(byteLength: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(byteLength, 1)) / 10), byteUnits.length);
  const unit = byteUnits[step - 1];
  if (unit === undefined) return byteLength === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', byteLength);
  const [whole = '', tenths = ''] = (byteLength / 1024 ** step).toFixed(1).split('.');
  return unit(whole, tenths);
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

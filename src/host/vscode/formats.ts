import { env, l10n, MarkdownString, UIKind } from 'vscode';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';

type Step = readonly [size: number, one: () => string, many: (count: number) => string];

// Not by `Intl`: what it loads the first time takes longer than the rows of a quick pick.
const daySteps: readonly Step[] = [
  [365.25, () => l10n.t('last yr.'), (count) => l10n.t('{0} yr. ago', count)],
  [365.25 / 12, () => l10n.t('last mo.'), (count) => l10n.t('{0} mo. ago', count)],
  [7, () => l10n.t('last wk.'), (count) => l10n.t('{0} wk. ago', count)],
  [1, () => l10n.t('yesterday'), (count) => l10n.t('{0} days ago', count)],
];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const msSteps: readonly Step[] = [
  [hourMs, () => l10n.t('1 hr. ago'), (count) => l10n.t('{0} hr. ago', count)],
  [60_000, () => l10n.t('1 min. ago'), (count) => l10n.t('{0} min. ago', count)],
];

/** What a page says of the user's computer. */
interface SaidPlace {
  /** The language of the browser. */
  readonly region?: unknown;
  /** Of the browser. */
  readonly timeZone?: unknown;
  readonly isMac?: boolean;
}

/** Where the user is, as a page says: the extension may run on a server elsewhere. */
let place: { readonly locale?: string; readonly timeZone?: string; readonly zoneMs?: (atMs: number) => number } = {};

let isMacPage: boolean | undefined;

/** What is not valid changes nothing. */
export function setPlace({ region, timeZone, isMac }: SaidPlace): void {
  isMacPage = isMac ?? isMacPage;
  try {
    const { region: country } = new Intl.Locale(`${region}`).maximize();
    const own = new Intl.Locale(env.language);
    const locale = `${own.region === undefined && country !== undefined ? new Intl.Locale(own, { region: country }) : own}`;
    const { format } = new Intl.DateTimeFormat('en', { timeZone: `${timeZone}`, timeZoneName: 'longOffset' });
    const zoneMs = (atMs: number): number => {
      const [, sign = '', hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format(atMs)) ?? [];
      return sign === '' ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    };
    place = { locale, timeZone: `${timeZone}`, zoneMs };
  } catch {
    // The place of the extension stays.
  }
}

/** A time in the user's language, with the conventions of the region and in the time zone where the user is. */
export function formatTime(atMs: number, options: Intl.DateTimeFormatOptions): string {
  const { locale = env.language, timeZone } = place;
  return new Intl.DateTimeFormat(locale, { ...options, ...(timeZone && { timeZone }) }).format(atMs);
}

/** The number of the calendar day, where the user is. */
function dayOf(atMs: number): number {
  const offsetMs = place.zoneMs?.(atMs) ?? new Date(atMs).getTimezoneOffset() * -60_000;
  return Math.floor((atMs + offsetMs) / dayMs);
}

/**
 * A time relative to now ("2 hr. ago"), in the user's language. Empty when the date is missing or invalid.
 * @param at in ISO 8601, or in milliseconds since the epoch
 */
export function relativeTime(at: string | number | undefined, nowMs: number): string {
  const atMs = typeof at === 'number' ? at : Date.parse(at ?? '');
  if (Number.isNaN(atMs)) return '';
  // A local clock that is slightly slow must not produce a time in the future.
  if (atMs - nowMs > hourMs) return timeText(atMs, nowMs);
  const agoMs = Math.max(0, nowMs - atMs);
  const [ago, steps] = agoMs < dayMs ? [agoMs, msSteps] : [dayOf(nowMs) - dayOf(atMs), daySteps];
  const step = steps.find(([size]) => ago >= size);
  if (step === undefined) return l10n.t('just now');
  const [size, one, many] = step;
  const count = Math.floor(ago / size);
  return count === 1 ? one() : many(count);
}

/**
 * Whether the keyboard is that of a Mac. `undefined` in a browser or a remote window, where VS Code does not tell, until a page
 * has said it.
 */
export function isMacKeyboard(platform: string): boolean | undefined {
  if (isMacPage !== undefined) return isMacPage;
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
  const isNear = dayOf(atMs) === dayOf(nowMs) || Math.abs(atMs - nowMs) < dayMs / 2;
  return formatTime(atMs, { ...(!isNear && { dateStyle: 'medium' }), timeStyle: 'short' });
}

const byteUnits: readonly ((whole: string, tenths: string) => string)[] = [
  (whole, tenths) => (tenths === '0' ? l10n.t('{0} KB', whole) : l10n.t('{0}.{1} KB', whole, tenths)),
  (whole, tenths) => (tenths === '0' ? l10n.t('{0} MB', whole) : l10n.t('{0}.{1} MB', whole, tenths)),
  (whole, tenths) => (tenths === '0' ? l10n.t('{0} GB', whole) : l10n.t('{0}.{1} GB', whole, tenths)),
];

/** A number of bytes in the user's language: "512 bytes", "1.2 MB" (units of 1024). */
export function byteText(byteLength: number): string {
  let step = Math.min(Math.floor(Math.log2(Math.max(byteLength, 1)) / 10), byteUnits.length);
  // 1023.96 KB are rounded to the next unit.
  if (step > 0 && step < byteUnits.length && Number((byteLength / 1024 ** step).toFixed(1)) === 1024) step += 1;
  const unit = byteUnits[step - 1];
  if (unit === undefined) return byteLength === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', byteLength);
  const [whole = '', tenths = ''] = (byteLength / 1024 ** step).toFixed(1).split('.');
  return unit(whole, tenths);
}

/** "1 file", "3 files". */
export function fileCountText(count: number): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
}

/** "1 reply", "3 replies". */
export function replyCountText(count: number): string {
  return count === 1 ? l10n.t('1 reply') : l10n.t('{0} replies', count);
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

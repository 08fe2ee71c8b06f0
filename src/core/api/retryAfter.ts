import { maxRetryAfterMs } from '../base/scheduling/backOff.ts';
import type { SendResponse } from './send.ts';

/** The longest wait that is reported: 100 days, so that no time overflows. */
const maxReportedWaitMs = 100 * maxRetryAfterMs;
const maxHeaderLength = 1_000;

/**
 * Parses a `Retry-After` header (RFC 9110, section 10.2.3) [A58] [X16] leniently: seconds, fractions, seconds with a
 * unit, an HTTP date, and several joined headers, of which the longest counts. A header of more than 1,000 characters is
 * ignored.
 * @param value the header; `undefined` if it is missing
 * @param dateMs the time to compare a date with; NaN if it is not known
 * @returns milliseconds from 0 to 100 days; `undefined` if it cannot be parsed
 */
export function parseRetryAfter(value: string | undefined, dateMs: number): number | undefined {
  if (value === undefined || value.length > maxHeaderLength) return undefined;
  const text = value.trim();
  if (text === '') return undefined;
  const seconds = text.split(',').map(secondsOf);
  if (seconds.every((each) => each !== undefined)) return bounded(Math.max(...seconds) * 1000);
  const waitMs = httpDate.test(text) ? Date.parse(text) - dateMs : Number.NaN;
  return Number.isNaN(waitMs) ? undefined : bounded(waitMs);
}

/**
 * The wait that a response asks for. A date is compared with the clock of the service, because the clock of this machine
 * may be wrong.
 * @param nowMs for a response without a `Date` [X22]
 */
export function retryAfterOf(response: Pick<SendResponse, 'header'>, nowMs = Number.NaN): number | undefined {
  const dateMs = Date.parse(response.header('date') ?? '');
  return parseRetryAfter(response.header('retry-after'), Number.isNaN(dateMs) ? nowMs : dateMs);
}

/** Only texts that look like an HTTP date (RFC 9110): `Date.parse` alone accepts almost anything. */
const httpDate = /^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/;
const numberWithUnit =
  /^([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?|[+-]?infinity)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)?$/i;

function secondsOf(text: string): number | undefined {
  const [, amount, unit = 's'] = numberWithUnit.exec(text.trim()) ?? [];
  if (amount === undefined) return undefined;
  const number = /inf/i.test(amount) ? (amount.startsWith('-') ? 0 : Number.POSITIVE_INFINITY) : Number(amount);
  if (/^(ms|milli)/i.test(unit)) return number / 1000;
  return /^m/i.test(unit) ? number * 60 : number;
}

function bounded(ms: number): number {
  return Math.min(Math.max(0, Math.ceil(ms)), maxReportedWaitMs);
}

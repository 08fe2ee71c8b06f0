import { ConnectionError } from '../api/errors.ts';
import type { Probe, ProbeResponse } from '../api/nodeProbe.ts';
import { isLoopbackHost, parseBaseUrl } from '../auth/baseUrl.ts';
import { BaseUrlError } from '../auth/errors.ts';
import type { Clock } from '../base/clock.ts';
import type { Finding, FindingOf, Outcome } from './finding.ts';

/** From here on a difference matters: it is the margin tokens are renewed in, and certificates are begun in. */
export const maxSkewMs = 5 * 60_000;
const soonDays = 14;
const dayMs = 24 * 60 * 60_000;

/** What asking an address needs. */
export interface ProbePorts {
  readonly probe: Probe;
  readonly clock: Clock;
}

/** An answer, or why there is none, with the times this computer had before and after. */
interface Asked {
  readonly host: string;
  readonly isHttps: boolean;
  readonly beganMs: number;
  readonly endedMs: number;
  readonly outcome: ProbeResponse | ConnectionError;
}

/** The address as it is used; `undefined` when it cannot be one. */
export function usableAddress(text: string): string | undefined {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (error instanceof BaseUrlError) return undefined;
    throw error;
  }
}

export interface ServiceCheck {
  readonly findings: readonly Finding[];
  /** What came of the connection; absent when none was tried. */
  readonly probed?: ProbeResponse | ConnectionError;
}

/** Asks the service one question, without a token, and reads three things from the answer: itself, its TLS, its time. */
export async function checkService(
  ports: ProbePorts,
  baseUrl: string | undefined,
  signal: AbortSignal,
): Promise<ServiceCheck> {
  const untested: readonly Finding[] = [
    { outcome: 'note', check: 'tls', result: 'not-tested' },
    { outcome: 'note', check: 'clock', result: 'not-tested' },
  ];
  if (baseUrl === undefined) {
    return { findings: [{ outcome: 'note', check: 'service', result: 'unset' }, ...untested] };
  }
  const address = usableAddress(baseUrl);
  if (address === undefined) {
    return { findings: [{ outcome: 'bad', check: 'service', result: 'malformed' }, ...untested] };
  }
  const asked = await askService(ports, address, signal);
  const answer = answerFinding(asked, 'service');
  return { findings: [answer, tlsFinding(asked), clockFinding(asked)], probed: asked.outcome };
}

/**
 * Whether a service answers at the address in the settings, where it is not the one in use: a wrong address would come to
 * light at the next sign-in only.
 * @param inUse the address of the account in use; absent without an account
 */
export async function checkSetting(
  ports: ProbePorts,
  { setting, inUse }: { readonly setting: string; readonly inUse: string | undefined },
  signal: AbortSignal,
): Promise<FindingOf<'setting'>> {
  if (setting === '') return { outcome: 'good', check: 'setting', result: 'unset' };
  const address = usableAddress(setting);
  if (address === undefined) return { outcome: 'bad', check: 'setting', result: 'malformed' };
  if (inUse === undefined || inUse === address) return { outcome: 'good', check: 'setting', result: 'same' };
  return answerFinding(await askService(ports, address, signal), 'setting');
}

/** Whether the broker at an address is ready. */
export async function checkBroker(
  ports: ProbePorts,
  brokerUrl: string,
  signal: AbortSignal,
): Promise<FindingOf<'broker'>> {
  if (brokerUrl === '') return { outcome: 'good', check: 'broker', result: 'unset' };
  const address = usableAddress(brokerUrl);
  if (address === undefined) return { outcome: 'bad', check: 'broker', result: 'malformed' };
  const { host, outcome, ...times } = await ask(ports, `${address}/healthz`, signal);
  if (outcome instanceof ConnectionError) return { outcome: 'bad', check: 'broker', result: 'failed', error: outcome };
  const { status, contentType } = outcome;
  const answered = { check: 'broker', host, status, tookMs: times.endedMs - times.beganMs } as const;
  return status === 200 && isJson(contentType)
    ? { outcome: 'good', result: 'ready', ...answered }
    : { outcome: 'bad', result: 'odd-status', ...answered };
}

function askService(ports: ProbePorts, address: string, signal: AbortSignal): Promise<Asked> {
  return ask(ports, `${address}/v1/people/me`, signal);
}

async function ask({ probe, clock }: ProbePorts, url: string, signal: AbortSignal): Promise<Asked> {
  const { host, hostname, protocol } = new URL(url);
  const beganMs = clock.now();
  const outcome = await probe(url, signal).catch((error: unknown) => {
    if (error instanceof ConnectionError) return error;
    throw error;
  });
  const isHttps = protocol === 'https:' || !isLoopbackHost(hostname);
  return { host, isHttps, beganMs, endedMs: clock.now(), outcome };
}

/** Without a token the right answer is 401; any other of these says at least that the interface is there. */
const expectedStatuses = new Set([200, 400, 401, 403, 429]);

function answerFinding<Name extends 'service' | 'setting'>(
  { host, beganMs, endedMs, outcome: answer }: Asked,
  check: Name,
) {
  if (answer instanceof ConnectionError) return { outcome: 'bad', check, result: 'failed', error: answer } as const;
  const { status, contentType = '' } = answer;
  const answered = { check, host, status, tookMs: endedMs - beganMs } as const;
  if (/\bhtml\b/i.test(contentType)) return { outcome: 'bad', result: 'web-page', ...answered } as const;
  return expectedStatuses.has(status)
    ? ({ outcome: 'good', result: 'answers', ...answered } as const)
    : ({ outcome: 'bad', result: 'odd-status', ...answered } as const);
}

function tlsFinding({ isHttps, endedMs, outcome: answer }: Asked): FindingOf<'tls'> {
  if (answer instanceof ConnectionError) {
    return answer.kind === 'tls'
      ? { outcome: 'bad', check: 'tls', result: 'refused', error: answer }
      : { outcome: 'note', check: 'tls', result: 'not-tested' };
  }
  if (!isHttps) return { outcome: 'good', check: 'tls', result: 'local' };
  if (answer.tls === undefined) return { outcome: 'note', check: 'tls', result: 'hidden' };
  const daysLeft = Math.floor((answer.tls.validToMs - endedMs) / dayMs);
  return { outcome: daysLeft < soonDays ? 'note' : 'good', check: 'tls', result: 'verified', daysLeft, ...answer.tls };
}

/** The middle between question and answer is when the service looked at its clock, as well as can be told from here. */
function clockFinding({ host, beganMs, endedMs, outcome: answer }: Asked): FindingOf<'clock'> {
  if (answer instanceof ConnectionError) return { outcome: 'note', check: 'clock', result: 'not-tested' };
  if (answer.dateMs === undefined) return { outcome: 'note', check: 'clock', result: 'untold' };
  // The header has no fractions of a second: on average it is half a second behind.
  const aheadMs = Math.round((beganMs + endedMs) / 2 - (answer.dateMs + 500));
  const outcome: Outcome = Math.abs(aheadMs) >= maxSkewMs ? 'bad' : 'good';
  return { outcome, check: 'clock', result: 'compared', host, aheadMs };
}

function isJson(contentType: string | undefined): boolean {
  return /\bjson\b/i.test(contentType ?? '');
}

import { ConnectionError } from '../api/errors.ts';
import type { Probe, ProbeResponse } from '../api/http/nodeProbe.ts';
import { usableBaseUrl } from '../auth/signIn/baseUrl.ts';
import type { Clock } from '../base/clock.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import type { Finding, FindingOf, Outcome } from './finding.ts';

/**
 * A clock difference of this size matters: it is the refresh margin of tokens and the usual margin of new certificates.
 */
export const maxSkewMs = 5 * 60_000;
const soonDays = 14;
const dayMs = 24 * 60 * 60_000;

export interface ProbePorts {
  readonly probe: Probe;
  readonly clock: Clock;
}

/** The result of a request, with the local time before and after. */
interface ProbeResult {
  readonly host: string;
  readonly isHttps: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly outcome: ProbeResponse | ConnectionError;
}

export interface ServiceCheck {
  readonly findings: readonly Finding[];
  /** The result of the connection; absent if none was made. */
  readonly probed?: ProbeResponse | ConnectionError;
}

/** Sends one request to the service, without a token, and checks the answer, TLS and the clock. */
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
  const address = usableBaseUrl(baseUrl);
  if (address === undefined) {
    return { findings: [{ outcome: 'bad', check: 'service', result: 'malformed' }, ...untested] };
  }
  const probed = await probeService(ports, address, signal);
  const answer = answerFinding(probed, 'service');
  return { findings: [answer, tlsFinding(probed), clockFinding(probed)], probed: probed.outcome };
}

/**
 * Checks the address in the settings if it differs from the one in use: otherwise a wrong address is only noticed at
 * the next sign-in.
 * @param inUse the address of the active account; absent without an account
 */
export async function checkSetting(
  ports: ProbePorts,
  { setting, inUse }: { readonly setting: string; readonly inUse: string | undefined },
  signal: AbortSignal,
): Promise<FindingOf<'setting'>> {
  if (setting === '') return { outcome: 'good', check: 'setting', result: 'unset' };
  const address = usableBaseUrl(setting);
  if (address === undefined) return { outcome: 'bad', check: 'setting', result: 'malformed' };
  if (inUse === undefined || inUse === address) return { outcome: 'good', check: 'setting', result: 'same' };
  return answerFinding(await probeService(ports, address, signal), 'setting');
}

export async function checkBroker(
  ports: ProbePorts,
  brokerUrl: string,
  signal: AbortSignal,
): Promise<FindingOf<'broker'>> {
  if (brokerUrl === '') return { outcome: 'good', check: 'broker', result: 'unset' };
  const address = usableBaseUrl(brokerUrl);
  if (address === undefined) return { outcome: 'bad', check: 'broker', result: 'malformed' };
  const { host, outcome, ...times } = await probeUrl(ports, `${address}/healthz`, signal);
  if (outcome instanceof ConnectionError) return { outcome: 'bad', check: 'broker', result: 'failed', error: outcome };
  const { status, contentType } = outcome;
  const answered = { check: 'broker', host, status, tookMs: times.endMs - times.startMs } as const;
  return status === 200 && isJson(contentType)
    ? { outcome: 'good', result: 'ready', ...answered }
    : { outcome: 'bad', result: 'unexpected-status', ...answered };
}

function probeService(ports: ProbePorts, address: string, signal: AbortSignal): Promise<ProbeResult> {
  return probeUrl(ports, `${address}/v1/people/me`, signal);
}

async function probeUrl({ probe, clock }: ProbePorts, url: string, signal: AbortSignal): Promise<ProbeResult> {
  const { host, hostname, protocol } = new URL(url);
  const startMs = clock.now();
  const outcome = await probe(url, signal).catch((error: unknown) => {
    if (error instanceof ConnectionError) return error;
    throw error;
  });
  const isHttps = protocol === 'https:' || !isLoopbackHost(hostname);
  return { host, isHttps, startMs, endMs: clock.now(), outcome };
}

/** Without a token the expected status is 401; the others show at least that the service API exists. */
const expectedStatuses = new Set([200, 400, 401, 403, 429]);

function answerFinding<Name extends 'service' | 'setting'>(
  { host, startMs, endMs, outcome: answer }: ProbeResult,
  check: Name,
) {
  if (answer instanceof ConnectionError) return { outcome: 'bad', check, result: 'failed', error: answer } as const;
  const { status, contentType = '' } = answer;
  const answered = { check, host, status, tookMs: endMs - startMs } as const;
  if (/\bhtml\b/i.test(contentType)) return { outcome: 'bad', result: 'web-page', ...answered } as const;
  return expectedStatuses.has(status)
    ? ({ outcome: 'good', result: 'answers', ...answered } as const)
    : ({ outcome: 'bad', result: 'unexpected-status', ...answered } as const);
}

function tlsFinding({ isHttps, endMs, outcome: answer }: ProbeResult): FindingOf<'tls'> {
  if (answer instanceof ConnectionError) {
    return answer.kind === 'tls'
      ? { outcome: 'bad', check: 'tls', result: 'refused', error: answer }
      : { outcome: 'note', check: 'tls', result: 'not-tested' };
  }
  if (!isHttps) return { outcome: 'good', check: 'tls', result: 'local' };
  if (answer.tls === undefined) return { outcome: 'note', check: 'tls', result: 'hidden' };
  const daysLeft = Math.floor((answer.tls.validToMs - endMs) / dayMs);
  return { outcome: daysLeft < soonDays ? 'note' : 'good', check: 'tls', result: 'verified', daysLeft, ...answer.tls };
}

/** Assumes that the service read its clock in the middle between request and response. */
function clockFinding({ host, startMs, endMs, outcome: answer }: ProbeResult): FindingOf<'clock'> {
  if (answer instanceof ConnectionError) return { outcome: 'note', check: 'clock', result: 'not-tested' };
  if (answer.dateMs === undefined) return { outcome: 'note', check: 'clock', result: 'no-date' };
  // The `Date` header has no fractions of a second: on average it is half a second late.
  const aheadMs = Math.round((startMs + endMs) / 2 - (answer.dateMs + 500));
  const outcome: Outcome = Math.abs(aheadMs) >= maxSkewMs ? 'bad' : 'good';
  return { outcome, check: 'clock', result: 'compared', host, aheadMs };
}

function isJson(contentType: string | undefined): boolean {
  return /\bjson\b/i.test(contentType ?? '');
}

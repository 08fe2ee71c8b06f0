import { env, l10n } from 'vscode';
import { ConnectionError, UnexpectedResponseError } from '../../core/api/errors.ts';
import { isHtmlType } from '../../core/api/jsonResponse.ts';
import { usableBaseUrl } from '../../core/auth/signIn/baseUrl.ts';
import type { Clock } from '../../core/base/clock.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { Probe, ProbeResponse } from '../../platform/http/nodeProbe.ts';
import type { TlsFacts } from '../../platform/http/nodeRequest.ts';
import { bad, type Finding, good, note } from './finding.ts';

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
export interface Probed {
  readonly host: string;
  readonly isHttps: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly answer: ProbeResponse | ConnectionError;
}

/** Sends one request to a service, without a token. */
export function probeService(ports: ProbePorts, address: string, signal: AbortSignal): Promise<Probed> {
  return probeUrl(ports, `${address}/v1/people/me`, signal);
}

async function probeUrl({ probe, clock }: ProbePorts, url: string, signal: AbortSignal): Promise<Probed> {
  const { host, protocol } = new URL(url);
  const startMs = clock.now();
  const answer = await probe(url, signal).catch((error: unknown) => {
    if (error instanceof ConnectionError) return error;
    throw error;
  });
  return { host, isHttps: protocol === 'https:', startMs, endMs: clock.now(), answer };
}

/**
 * Checks the answer of the service.
 * @param baseUrl the address in use; empty when none
 * @param probed absent without a valid address
 */
export function checkService(baseUrl: string, probed: Probed | undefined): Finding {
  if (probed !== undefined) return serviceFinding(probed);
  if (baseUrl !== '') return malformedAddress();
  const advice = l10n.t('Choose Sign In, or set the address of the service in the settings.');
  return note(l10n.t('No address is set.'), { advice, action: 'signIn' });
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
): Promise<Finding> {
  if (setting === '') return good(l10n.t('No address is set.'));
  const address = usableBaseUrl(setting);
  if (address === undefined) return malformedAddress();
  if (inUse === undefined || inUse === address) return good(l10n.t('Same as above.'));
  return serviceFinding(await probeService(ports, address, signal));
}

/** Checks the broker of the organization; the address is empty when none is set. */
export async function checkBroker(ports: ProbePorts, brokerUrl: string, signal: AbortSignal): Promise<Finding> {
  if (brokerUrl === '') {
    return good(l10n.t('Not configured. Only sign-in through an organization needs a token broker.'));
  }
  const address = usableBaseUrl(brokerUrl);
  if (address === undefined) return malformedAddress();
  const probed = await probeUrl(ports, `${address}/healthz`, signal);
  const { host, startMs, endMs, answer } = probed;
  if (answer instanceof ConnectionError) return failed(answer);
  if (answer.status === 200 && /\bjson\b/i.test(answer.contentType ?? '')) {
    return good(l10n.t('{0} is ready ({1} ms).', host, endMs - startMs));
  }
  const advice = l10n.t('This response is unexpected. Contact the operator of the broker.');
  return bad(reachableText(probed, answer.status), { advice, action: 'openSettings' });
}

function malformedAddress(): Finding {
  const advice = l10n.t('The address must begin with https://.');
  return bad(l10n.t("The address in the settings isn't valid."), { advice, action: 'openSettings' });
}

function failed(error: ConnectionError | UnexpectedResponseError): Finding {
  return bad(describeError(error).sentence, { action: 'openSettings' });
}

function reachableText({ host, startMs, endMs }: Probed, status: number): string {
  return l10n.t('{0} is reachable (HTTP {1} in {2} ms).', host, status, endMs - startMs);
}

/** Without a token the expected status is 401; the others show at least that the service API exists. */
const otherExpectedStatuses: readonly number[] = [200, 400, 403, 429];

function serviceFinding(probed: Probed): Finding {
  const { host, startMs, endMs, answer } = probed;
  if (answer instanceof ConnectionError) return failed(answer);
  const { status, contentType = '' } = answer;
  if (isHtmlType(contentType)) {
    return failed(new UnexpectedResponseError({ host, status, path: '/v1/people/me', problem: 'html' }));
  }
  if (status === 401) {
    const tookMs = endMs - startMs;
    return good(l10n.t('{0} is reachable (HTTP {1} in {2} ms, as expected without a token).', host, status, tookMs));
  }
  const text = reachableText(probed, status);
  if (otherExpectedStatuses.includes(status)) return good(text);
  const advice = l10n.t('This response is unexpected. Check the service address.');
  return bad(text, { advice, action: 'openSettings' });
}

/**
 * Checks TLS and the certificate.
 * @param ignoredSwitches settings that would disable certificate checks, which Roomside ignores
 */
export function checkTls(probed: Probed | undefined, ignoredSwitches: readonly string[]): Finding {
  const finding = tlsFinding(probed);
  if (ignoredSwitches.length === 0) return finding;
  const ignored = l10n.t(
    'Certificate checks are turned off by {0}. Roomside checks certificates anyway. Remove this setting.',
    ignoredSwitches.join(', '),
  );
  const outcome = finding.outcome === 'good' ? 'note' : finding.outcome;
  return { ...finding, outcome, advice: [finding.advice, ignored].filter(Boolean).join(' ') };
}

function tlsFinding(probed: Probed | undefined): Finding {
  if (probed?.answer instanceof ConnectionError && probed.answer.kind === 'tls') {
    return bad(describeError(probed.answer).sentence);
  }
  if (probed === undefined || probed.answer instanceof ConnectionError) return notTested(probed);
  if (!probed.isHttps) return good(l10n.t('Not needed: the service is on this computer.'));
  const { tls } = probed.answer;
  if (tls === undefined) return note(l10n.t('The certificate is valid. A proxy hides its details.'));
  const daysLeft = Math.floor((tls.validToMs - probed.endMs) / dayMs);
  const text = certificateText(tls);
  return daysLeft < soonDays ? note(text, { advice: expiryAdvice(daysLeft) }) : good(text);
}

function notTested(probed: Probed | undefined): Finding {
  return note(
    probed === undefined
      ? l10n.t('Not tested: no connection was made.')
      : l10n.t("Not tested: the service didn't respond."),
  );
}

function certificateText({ protocol = '?', serverName, issuer, validFromMs, validToMs }: TlsFacts): string {
  const validity = `${dayText(validFromMs)} – ${dayText(validToMs)}`;
  const sni = serverName === undefined ? '' : ` · SNI ${displayTitle(serverName)}`;
  const from = displayTitle(issuer ?? '?');
  return l10n.t('{0}, certificate issued by {1}, valid {2}.', `${protocol}${sni}`, from, validity);
}

function dayText(ms: number): string {
  return Number.isNaN(ms) ? '?' : new Date(ms).toLocaleDateString(env.language);
}

function expiryAdvice(daysLeft: number): string {
  if (daysLeft === 0) return l10n.t('The certificate expires today. Contact the operator of the service.');
  return daysLeft === 1
    ? l10n.t('The certificate expires in 1 day. Contact the operator of the service.')
    : l10n.t('The certificate expires in {0} days. Contact the operator of the service.', daysLeft);
}

/** Compares the clocks. Assumes that the service read its own in the middle between request and response. */
export function checkClock(probed: Probed | undefined): Finding {
  if (probed === undefined || probed.answer instanceof ConnectionError) return notTested(probed);
  const { host, startMs, endMs, answer } = probed;
  if (answer.dateMs === undefined) return note(l10n.t("The service didn't send its time."));
  // The `Date` header has no fractions of a second: on average it is half a second late.
  const aheadMs = Math.round((startMs + endMs) / 2 - (answer.dateMs + 500));
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (Math.abs(aheadMs) < maxSkewMs) {
    return good(l10n.t('In sync with {1} (within {0} s).', Math.max(1, seconds), host));
  }
  const text =
    aheadMs > 0
      ? l10n.t('The clock is {0} s ahead of {1}.', seconds, host)
      : l10n.t('The clock is {0} s behind {1}.', seconds, host);
  const advice = l10n.t(
    'Set the clock of this computer. If it is off by {0} minutes or more, tokens and certificates may appear expired.',
    maxSkewMs / 60_000,
  );
  return bad(text, { advice });
}

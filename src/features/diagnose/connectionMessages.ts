import { env, l10n } from 'vscode';
import { UnexpectedResponseError } from '../../core/api/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { maxSkewMs } from '../../core/diagnose/checkService.ts';
import type { FindingOf } from '../../core/diagnose/finding.ts';
import { describeAnswerError, describeConnectionError } from '../../host/errors/describeConnectionError.ts';
import type { ErrorAction } from '../../host/errors/errorMessage.ts';

/** The result of a check, advice, and the action that helps. */
export interface FindingMessage {
  readonly result?: string;
  readonly advice?: string;
  readonly action?: Exclude<ErrorAction, 'retry' | 'diagnose'>;
}

/** For the configured address, where it differs from that of the active account. */
export function settingMessage(finding: FindingOf<'setting'>): FindingMessage {
  if (finding.result === 'unset') return { result: l10n.t('No address is set.') };
  if (finding.result === 'same') return { result: l10n.t('Same as above.') };
  return serviceMessage(finding);
}

/** For the connection to the service. */
export function serviceMessage(
  finding: Exclude<FindingOf<'service' | 'setting'>, { readonly result: 'same' }>,
): FindingMessage {
  switch (finding.result) {
    case 'unset': {
      const advice = l10n.t('Choose Sign In, or set the address of the service in the settings.');
      return { result: l10n.t('No address is set.'), advice, action: 'openSettings' };
    }
    case 'malformed':
      return malformedAddressMessage();
    case 'answers':
      return { result: answersText(finding) };
    case 'unexpected-status':
      return {
        result: l10n.t('{0} is reachable (HTTP {1} in {2} ms).', finding.host, finding.status, finding.tookMs),
        advice: l10n.t('This response is unexpected. Check the service address.'),
        action: 'openSettings',
      };
    case 'web-page': {
      const facts = { ...finding, path: '/v1/people/me', problem: 'html' } as const;
      return {
        result: describeAnswerError(new UnexpectedResponseError(facts))?.sentence ?? '',
        action: 'openSettings',
      };
    }
    case 'failed':
      return { result: describeConnectionError(finding.error).sentence, action: 'openSettings' };
    default:
      return {};
  }
}

function answersText({ host, status, tookMs }: { host: string; status: number; tookMs: number }): string {
  return status === 401
    ? l10n.t('{0} is reachable (HTTP {1} in {2} ms, as expected without a token).', host, status, tookMs)
    : l10n.t('{0} is reachable (HTTP {1} in {2} ms).', host, status, tookMs);
}

function malformedAddressMessage(): FindingMessage {
  const advice = l10n.t('The address must begin with https://.');
  return { result: l10n.t('The address in the settings is not valid.'), advice, action: 'openSettings' };
}

/** For TLS and the certificate. */
export function tlsMessage(finding: FindingOf<'tls'>): FindingMessage {
  const message = certificateMessage(finding);
  const switches = finding.ignoredSwitches?.join(', ');
  if (switches === undefined) return message;
  const ignored = l10n.t(
    'Certificate checks are turned off by {0}. Roomside checks certificates anyway. Remove this setting.',
    switches,
  );
  return { ...message, advice: [message.advice, ignored].filter(Boolean).join(' ') };
}

function certificateMessage(finding: FindingOf<'tls'>): FindingMessage {
  switch (finding.result) {
    case 'not-tested':
      return { result: notTested() };
    case 'local':
      return { result: l10n.t('Not needed: the service is on this computer.') };
    case 'hidden':
      return { result: l10n.t('The certificate is valid. A proxy hides its details.') };
    case 'refused':
      return { result: describeConnectionError(finding.error).sentence };
    case 'verified': {
      const { protocol = '?', serverName, issuer, validFromMs, validToMs, daysLeft } = finding;
      const validity = `${dayText(validFromMs)} – ${dayText(validToMs)}`;
      const sni = serverName === undefined ? '' : ` · SNI ${displayTitle(serverName)}`;
      return {
        result: l10n.t(
          '{0}, certificate issued by {1}, valid {2}.',
          `${protocol}${sni}`,
          displayTitle(issuer ?? '?'),
          validity,
        ),
        ...(finding.outcome !== 'good' && {
          advice: certificateAdvice(daysLeft),
        }),
      };
    }
    default:
      return {};
  }
}

function dayText(ms: number): string {
  return Number.isNaN(ms) ? '?' : new Date(ms).toLocaleDateString(env.language);
}

function notTested(): string {
  return l10n.t('Not tested: the service did not answer.');
}

/** For the difference between the clocks. */
export function clockMessage(finding: FindingOf<'clock'>): FindingMessage {
  switch (finding.result) {
    case 'not-tested':
      return { result: notTested() };
    case 'no-date':
      return { result: l10n.t('The service did not send its time.') };
    case 'compared': {
      const { host, aheadMs, outcome } = finding;
      const seconds = Math.round(Math.abs(aheadMs) / 1000);
      const isAhead = aheadMs > 0;
      if (outcome === 'good') return { result: l10n.t('In sync with {1} (within {0} s).', Math.max(1, seconds), host) };
      const result = isAhead
        ? l10n.t('The clock is {0} s ahead of {1}.', seconds, host)
        : l10n.t('The clock is {0} s behind {1}.', seconds, host);
      const minutes = maxSkewMs / 60_000;
      return {
        result,
        advice: l10n.t(
          'Set the clock of this computer. If it is off by {0} minutes or more, tokens and certificates may appear expired.',
          minutes,
        ),
      };
    }
    default:
      return {};
  }
}

/** For the proxy. */
export function proxyMessage(finding: FindingOf<'proxy'>): FindingMessage {
  switch (finding.result) {
    case 'local':
      return { result: l10n.t('Not needed: the service is on this computer.') };
    case 'off':
      return { result: l10n.t('Turned off by {0}.', 'http.proxySupport') };
    case 'none':
      return { result: l10n.t('Not configured. VS Code may still use the system proxy.') };
    case 'direct':
      return { result: l10n.t('No proxy. VS Code connected directly.') };
    case 'excluded':
      return { result: l10n.t('Not used for this address because of {0}.', finding.source) };
    case 'unreadable':
      return { result: l10n.t('The value of {0} is not valid.', finding.source), advice: proxyFormAdvice() };
    case 'set':
      return {
        result: finding.hasUserName
          ? l10n.t('{0}, with a user name (from {1}).', finding.host, finding.source)
          : l10n.t('{0} (from {1}).', finding.host, finding.source),
        advice: l10n.t('Not tested: no connection was made.'),
      };
    case 'used':
      return {
        result:
          finding.source === undefined
            ? l10n.t('Connected through the system proxy {0}.', finding.host)
            : l10n.t('Connected through {0} (from {1}).', finding.host, finding.source),
      };
    case 'bypassed':
      return {
        result: l10n.t('VS Code connected directly, although {0} specifies {1}.', finding.source, finding.host),
        advice: proxyFormAdvice(),
      };
    case 'failed':
      return { result: describeConnectionError(finding.error).sentence };
    default:
      return {};
  }
}

function proxyFormAdvice(): string {
  return l10n.t('Use the format {0}.', 'http://proxy.example.com:8080');
}

/** For the broker of the organization. */
export function brokerMessage(finding: FindingOf<'broker'>): FindingMessage {
  switch (finding.result) {
    case 'unset':
      return { result: l10n.t('Not configured. Only sign-in through an organization needs a token broker.') };
    case 'malformed':
      return malformedAddressMessage();
    case 'ready':
      return { result: l10n.t('{0} is ready ({1} ms).', finding.host, finding.tookMs) };
    case 'unexpected-status':
      return {
        result: l10n.t('{0} is reachable (HTTP {1} in {2} ms).', finding.host, finding.status, finding.tookMs),
        advice: l10n.t('This response is unexpected. Contact the operator of the broker.'),
        action: 'openSettings',
      };
    case 'failed':
      return { result: describeConnectionError(finding.error).sentence, action: 'openSettings' };
    default:
      return {};
  }
}

function certificateAdvice(daysLeft: number): string {
  if (daysLeft === 0) return l10n.t('The certificate expires today. Contact the operator of the service.');
  return daysLeft === 1
    ? l10n.t('The certificate expires in 1 day. Contact the operator of the service.')
    : l10n.t('The certificate expires in {0} days. Contact the operator of the service.', daysLeft);
}

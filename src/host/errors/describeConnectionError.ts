import { l10n } from 'vscode';
import type { ConnectionError } from '../../core/api/errors.ts';
import type { ErrorMessage } from './errorMessage.ts';

/** Describes a failed connection. Whether the request may have arrived is for the caller to say. */
export function describeConnectionError(error: ConnectionError): ErrorMessage {
  const { kind } = error;
  if (kind === 'tls') return { sentence: tlsSentence(error), actions: ['retry', 'openSettings', 'diagnose'] };
  return {
    sentence: plainSentence(error),
    actions: ['retry', ...(kind === 'unreachable' ? (['openSettings'] as const) : []), 'diagnose'],
  };
}

function plainSentence(error: ConnectionError): string {
  const { host, code, kind } = error;
  switch (kind) {
    case 'proxy':
      return proxySentence(error);
    case 'timeout':
      return l10n.t('{0} did not answer in time.', host);
    case 'cut':
      return l10n.t('The connection to {0} was cut ({1}).', host, code);
    default:
      return l10n.t("Couldn't reach {0} ({1}). Check the service address and your network.", host, code);
  }
}

function proxySentence({ host, code, proxyHost = '?', proxyStatus }: ConnectionError): string {
  if (proxyStatus === 407) {
    return l10n.t('The proxy {0} requires a user name and password. Check the proxy settings of VS Code.', proxyHost);
  }
  return proxyStatus === undefined
    ? l10n.t("Couldn't reach the proxy {0} ({1}). Check the proxy settings of VS Code.", proxyHost, code)
    : l10n.t('The proxy {0} refused to connect to {1} (status {2}).', proxyHost, host, proxyStatus);
}

/** Gives the hint of the service API [A62], and never an option to ignore the error. */
function tlsSentence({ host, code, isHostnameMismatch }: ConnectionError): string {
  const problem = l10n.t('TLS problem reaching {0}: {1}.', host, code);
  const hint = isHostnameMismatch
    ? l10n.t('The certificate is for another name. Check the address, and that every proxy supports SNI.')
    : l10n.t('Check the date of this computer, its certificates, and the proxy settings of VS Code.');
  return `${problem} ${hint}`;
}

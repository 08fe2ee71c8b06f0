import { l10n } from 'vscode';
import { ConnectionError, PagingError, UnexpectedResponseError } from '../../core/api/errors.ts';
import { describing, type ErrorDescription } from './errorMessage.ts';

/** Describes a failed connection. Whether the request may have arrived is for the caller to say. */
export function describeConnectionError(error: ConnectionError): ErrorDescription {
  const { kind } = error;
  if (kind === 'tls') return [tlsSentence(error), 'retry', 'openSettings', 'diagnose'];
  return [plainSentence(error), 'retry', ...(kind === 'unreachable' ? (['openSettings'] as const) : []), 'diagnose'];
}

function plainSentence(error: ConnectionError): string {
  const { host, code, kind } = error;
  switch (kind) {
    case 'proxy':
      return proxySentence(error);
    case 'timeout':
      return l10n.t("{0} didn't respond in time.", host);
    case 'cut':
      return l10n.t('The connection to {0} was interrupted ({1}).', host, code);
    default:
      return l10n.t("Couldn't reach {0} ({1}). Check the service address and your network.", host, code);
  }
}

function proxySentence({ host, code, proxyHost = '?', proxyStatus }: ConnectionError): string {
  if (proxyStatus === 401)
    return l10n.t(
      'A proxy or gateway on the way to {0} asks you to sign in (status {1}). Check your network.',
      host,
      proxyStatus,
    );
  if (proxyStatus === 407) {
    return l10n.t('The proxy {0} requires a user name and password. Check the proxy settings of VS Code.', proxyHost);
  }
  return proxyStatus === undefined
    ? l10n.t("Couldn't reach the proxy {0} ({1}). Check the proxy settings of VS Code.", proxyHost, code)
    : l10n.t('The proxy {0} refused to connect to {1} (status {2}).', proxyHost, host, proxyStatus);
}

/** Gives the hint of the service API [A62], and never an option to ignore the error. */
function tlsSentence({ host, code }: ConnectionError): string {
  const problem = l10n.t('TLS problem reaching {0}: {1}.', host, code);
  const isHostnameMismatch = code === 'ERR_TLS_CERT_ALTNAME_INVALID';
  const hint = isHostnameMismatch
    ? l10n.t('The certificate is for a different host name. Check the address, and that every proxy supports SNI.')
    : l10n.t('Check the date of this computer, its certificates, and the proxy settings of VS Code.');
  return `${problem} ${hint}`;
}

/** Failed connections, and responses that break the contract of the service API. */
export const connectionDescriptions = [
  describing(ConnectionError, describeConnectionError),
  describing(UnexpectedResponseError, (error) => [answerSentence(error), 'retry', 'openSettings', 'diagnose']),
  describing(PagingError, (error) => [pagingSentence(error), 'retry', 'showLog']),
];

function answerSentence({ host, problem }: UnexpectedResponseError): string {
  const sentences = {
    html: l10n.t(
      '{0} responded with a web page. Check the service address and whether a proxy asks you to sign in.',
      host,
    ),
    encoded: l10n.t(
      "{0} responded with an encoding that Roomside can't read. Check the proxy settings of VS Code.",
      host,
    ),
    'not-json': l10n.t("{0} didn't respond with JSON. Check the service address.", host),
    truncated: l10n.t('The response from {0} was incomplete.', host),
    'wrong-shape': l10n.t("The response from {0} isn't valid. Check the service address.", host),
  };
  return sentences[problem];
}

function pagingSentence({ host, problem }: PagingError): string {
  const sentences = {
    'foreign-origin': l10n.t("{0} linked to a next page on another server. Roomside didn't follow it.", host),
    loop: l10n.t('{0} linked to a page that was already read. Roomside stopped there.', host),
    malformed: l10n.t('{0} sent an invalid link to the next page.', host),
  };
  return sentences[problem];
}

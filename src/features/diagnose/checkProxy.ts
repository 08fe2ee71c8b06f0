import { l10n } from 'vscode';
import { ConnectionError } from '../../core/api/errors.ts';
import { isLoopbackHost } from '../../core/base/loopback.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { ProbeResponse } from '../../platform/http/nodeProbe.ts';
import { bad, type Finding, good, note } from './finding.ts';
import { configuredProxy, type ProxySettings, proxyException } from './model/configuredProxy.ts';

/**
 * Finds the proxy for an address: from the test connection, or from the settings if there was none. Names only the host
 * of a proxy, never its user name.
 * @param address absent when there is no valid one
 * @param answer the result of the test connection; absent if none was made or it did not end
 */
export function checkProxy(
  settings: ProxySettings,
  address: string | undefined,
  answer?: ProbeResponse | ConnectionError,
): Finding {
  const target = address === undefined ? undefined : new URL(address);
  const configured = configuredProxy(settings, target?.protocol ?? 'https:');
  const unused = reasonForNone(settings, target, configured !== undefined);
  const expected = unused === undefined ? configured : undefined;
  if (expected?.url === null)
    return bad(l10n.t("The value of {0} isn't valid.", expected.source), { advice: formatAdvice() });
  if (answer instanceof ConnectionError && answer.kind === 'proxy') return bad(describeError(answer).sentence);
  if (answer?.proxyHost !== undefined) return note(usedText(answer.proxyHost, expected?.source));
  if (unused !== undefined) return good(unused);
  if (expected === undefined) {
    const untested = l10n.t('Not configured. VS Code may still use the system proxy.');
    return good(answer === undefined ? untested : l10n.t('No proxy. VS Code connected directly.'));
  }
  const { source, url } = expected;
  if (answer !== undefined) {
    return note(l10n.t('VS Code connected directly, although {0} specifies {1}.', source, url.host), {
      advice: formatAdvice(),
    });
  }
  const isNamed = `${url.username}${url.password}` !== '';
  const text = isNamed
    ? l10n.t('{0}, with a user name (from {1}).', url.host, source)
    : l10n.t('{0} (from {1}).', url.host, source);
  return note(text, { advice: l10n.t('Not tested: no connection was made.') });
}

/** Why no proxy is used for the address, whatever is configured. */
function reasonForNone(settings: ProxySettings, target: URL | undefined, isConfigured: boolean): string | undefined {
  if (target !== undefined && isLoopbackHost(target.hostname)) {
    return l10n.t('Not needed: the service is on this computer.');
  }
  if (settings.support === 'off')
    return l10n.t({
      message: 'Turned off by {0}.',
      args: ['http.proxySupport'],
      comment: '{0}: a setting; turned off: a proxy',
    });
  const exception = isConfigured && target !== undefined ? proxyException(settings, target) : undefined;
  return exception === undefined ? undefined : l10n.t('Not used for this address because of {0}.', exception);
}

function usedText(host: string, source: string | undefined): string {
  return source === undefined
    ? l10n.t('Connected through the system proxy {0}.', host)
    : l10n.t('Connected through {0} (from {1}).', host, source);
}

function formatAdvice(): string {
  return l10n.t('Use the format {0}.', 'http://proxy.example.com:8080');
}

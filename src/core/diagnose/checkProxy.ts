import { ConnectionError } from '../api/errors.ts';
import type { ProbeResponse } from '../api/http/nodeProbe.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import type { FindingOf } from './finding.ts';

/** The sources of VS Code's proxy configuration. */
export interface ProxySettings {
  /** `http.proxySupport`. */
  readonly support: string;
  /** `http.proxy`. */
  readonly proxy: string;
  /** `http.noProxy`. */
  readonly noProxy: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the proxy for an address: from the test connection, or from the settings if there was none. Returns only the
 * host of a proxy, never its user name.
 * @param url absent when there is no valid address
 * @param probed the result of the test connection; absent if none was made or it did not end
 */
export function checkProxy(
  settings: ProxySettings,
  url: string | undefined,
  probed?: ProbeResponse | ConnectionError,
): FindingOf<'proxy'> {
  const expected = expectedProxy(settings, url);
  if (probed === undefined || expected.result === 'unreadable') return expected;
  if (probed instanceof ConnectionError && probed.kind === 'proxy') {
    return { outcome: 'bad', check: 'proxy', result: 'failed', error: probed };
  }
  const { proxyHost: host } = probed;
  const source = expected.result === 'set' ? expected.source : undefined;
  if (host !== undefined) return { outcome: 'note', check: 'proxy', result: 'used', source, host };
  if (expected.result === 'none') return good({ check: 'proxy', result: 'direct' });
  if (expected.result !== 'set') return expected;
  return { outcome: 'note', check: 'proxy', result: 'bypassed', source: expected.source, host: expected.host };
}

/** The proxy that VS Code is configured to use for an address. */
function expectedProxy(settings: ProxySettings, url: string | undefined): FindingOf<'proxy'> {
  const target = url === undefined ? undefined : new URL(url);
  if (target !== undefined && isLoopbackHost(target.hostname)) return good({ check: 'proxy', result: 'local' });
  if (settings.support === 'off') return good({ check: 'proxy', result: 'off' });
  const found = proxyOf(settings, target?.protocol ?? 'https:');
  if (found === undefined) return good({ check: 'proxy', result: 'none' });
  const exception = target && exceptionFor(settings, target);
  if (exception !== undefined) return good({ check: 'proxy', result: 'excluded', source: exception });
  const [source, value] = found;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const proxy = URL.parse(text);
  if (proxy === null) return { outcome: 'bad', check: 'proxy', result: 'unreadable', source };
  const { host, username, password } = proxy;
  const hasUserName = `${username}${password}` !== '';
  return { outcome: 'note', check: 'proxy', result: 'set', source, host, hasUserName };
}

function good<T extends object>(facts: T): T & { readonly outcome: 'good' } {
  return { outcome: 'good', ...facts };
}

/** Same order as VS Code: its setting first, then the environment, with fewer variables for plain HTTP. */
function proxyOf({ proxy, environment }: ProxySettings, protocol: string): readonly [string, string] | undefined {
  if (proxy.trim() !== '') return ['http.proxy', proxy.trim()];
  const names =
    protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  for (const name of names) {
    const value = environment[name]?.trim() ?? '';
    if (value !== '') return [name, value];
  }
  return undefined;
}

function exceptionFor({ noProxy, environment }: ProxySettings, target: URL): string | undefined {
  const fromEnvironment = (environment.NO_PROXY ?? environment.no_proxy ?? '').split(',');
  if (noProxy.some((entry) => isExcepted(entry, target))) return 'http.noProxy';
  return fromEnvironment.some((entry) => isExcepted(entry, target)) ? 'NO_PROXY' : undefined;
}

/** `*`, or a domain with its subdomains, with an optional port. */
function isExcepted(entry: string, { protocol, hostname, port }: URL): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '') return false;
  if (text === '*') return true;
  const [, name = '', entryPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(text) ?? [];
  const targetPort = port || (protocol === 'https:' ? '443' : '80');
  if (entryPort !== undefined && entryPort !== targetPort) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
}

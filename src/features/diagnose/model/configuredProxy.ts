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

interface ConfiguredProxy {
  /** The setting or variable that names it. */
  readonly source: string;
  /** `null` if the value is not valid. */
  readonly url: URL | null;
}

/**
 * The proxy that VS Code is configured to use: its setting first, then the environment, with fewer variables for plain
 * HTTP.
 */
export function configuredProxy({ proxy, environment }: ProxySettings, protocol: string): ConfiguredProxy | undefined {
  const names =
    protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const sources = [['http.proxy', proxy], ...names.map((name) => [name, environment[name]])] as const;
  const [source, value = ''] = sources.find(([, text = '']) => text.trim() !== '') ?? [];
  if (source === undefined) return undefined;
  const text = value.trim();
  return { source, url: URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`) };
}

/** The setting or variable because of which the proxy is not used for an address. */
export function proxyException({ noProxy, environment }: ProxySettings, target: URL): string | undefined {
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

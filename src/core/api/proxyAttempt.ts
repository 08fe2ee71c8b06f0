/** How a request was connected, as VS Code's proxy support reports it. */
export interface ProxyAttempt {
  /** Name and port of the proxy, never its user name; `undefined` for a direct connection. */
  readonly host: string | undefined;
  /** Why the proxy could not be connected to. */
  readonly error?: unknown;
}

const entryForm = /^(?:PROXY|HTTPS?|SOCKS[45]?) +(\S+)$/i;

/**
 * Reads the argument of the `proxy` event, which VS Code's proxy agent emits on a `ClientRequest`: `proxy` is one entry
 * of a PAC result ("DIRECT", "PROXY user:password@host:port"). Gives `undefined` for what has another form.
 */
export function parseProxyAttempt(value: unknown): ProxyAttempt | undefined {
  if (typeof value !== 'object' || value === null || !('proxy' in value)) return undefined;
  const error = 'error' in value ? { error: value.error } : {};
  if (value.proxy === 'DIRECT') return { host: undefined, ...error };
  const [, target = ''] = entryForm.exec(String(value.proxy)) ?? [];
  // Any scheme without a default port keeps the port as it was written.
  const url = URL.parse(`proxy://${target}`);
  if (url === null || url.host === '') return undefined;
  return { host: url.host, ...error };
}

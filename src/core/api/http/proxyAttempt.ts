/** How a request was connected, according to VS Code's proxy support. */
export interface ProxyAttempt {
  /** Host name and port of the proxy without user name; `undefined` for a direct connection. */
  readonly host: string | undefined;
  /** Why the connection to the proxy failed. */
  readonly error?: unknown;
}

const entryForm = /^(?:PROXY|HTTPS?|SOCKS[45]?) +(\S+)$/i;

/**
 * Parses the argument of the `proxy` event that VS Code's proxy agent emits on a `ClientRequest`. `proxy` is one entry
 * of a PAC result ("DIRECT", "PROXY user:password@host:port"). Returns `undefined` for any other form.
 */
export function parseProxyAttempt(value: unknown): ProxyAttempt | undefined {
  if (typeof value !== 'object' || value === null || !('proxy' in value)) return undefined;
  const error = 'error' in value ? { error: value.error } : {};
  if (value.proxy === 'DIRECT') return { host: undefined, ...error };
  const [, target = ''] = entryForm.exec(String(value.proxy)) ?? [];
  // A scheme without a default port keeps the port as written.
  const url = URL.parse(`proxy://${target}`);
  if (url === null || url.host === '') return undefined;
  return { host: url.host, ...error };
}

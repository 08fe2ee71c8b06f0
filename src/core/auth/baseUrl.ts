import { BaseUrlError, BrokerUrlError } from './errors.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the host can only be this very machine. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.has(hostname);
}

/**
 * The service's base URL as everything else uses it: no trailing slash, no `/v1`.
 * TLS is a rule of the interface [A1]; only this machine may be reached without.
 * @throws {BaseUrlError} with the problem, for the input box to word
 */
export function parseBaseUrl(text: string): string {
  const address = parseAddress(text);
  if (/\/v1\//.test(address)) throw new BaseUrlError('below-v1');
  return address.replace(/\/+v1$/, '');
}

/**
 * The address of a token broker, by the same rules; no slash at its end.
 * @throws {BrokerUrlError} with the problem
 */
export function parseBrokerUrl(text: string): string {
  try {
    return parseAddress(text);
  } catch (error) {
    throw error instanceof BaseUrlError ? new BrokerUrlError(error.problem) : error;
  }
}

function parseAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new BaseUrlError('empty');
  if (isMistyped(trimmed)) throw new BaseUrlError('not-a-url');
  const withScheme = anyScheme.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(withScheme);
  if (url === null) throw new BaseUrlError('not-a-url');
  if (url.username || url.password) throw new BaseUrlError('has-credentials');
  if (url.search || url.hash) throw new BaseUrlError('has-query');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!isSafe) throw new BaseUrlError('not-https');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const anyScheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * "https//host", "https:/host" and "https:///path" are misprints that a URL parser makes other hosts of: "https" or the
 * first name of the path. Without a scheme, a host is never followed by two slashes.
 */
function isMistyped(text: string): boolean {
  if (/^https?(?:[:/\\]|$)/i.test(text)) return !/^https?:\/\/[^/\\]/i.test(text);
  return !anyScheme.test(text) && /^[^/\\]*[/\\]{2}/.test(text);
}

import { isLoopbackHost } from '../../base/loopback.ts';
import { BaseUrlError, BrokerUrlError } from '../errors.ts';

/**
 * The normalized base URL of a service: without trailing slash, without `/v1`. TLS is required [A1], except for this
 * computer.
 * @throws {BaseUrlError} with the problem
 */
export function parseBaseUrl(text: string): string {
  const address = parseAddress(text);
  if (/\/v1\//.test(address)) throw new BaseUrlError('below-v1');
  return address.replace(/\/+v1$/, '');
}

/** The normalized base URL, as `parseBaseUrl` returns it; `undefined` if it is not valid. */
export function usableBaseUrl(text: string): string | undefined {
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (error instanceof BaseUrlError) return undefined;
    throw error;
  }
}

/**
 * The normalized URL of a token broker, by the same rules and without trailing slash.
 * @throws {BrokerUrlError} with the problem
 */
export function parseBrokerUrl(text: string): string {
  return parseAddress(text, BrokerUrlError);
}

function parseAddress(text: string, AddressError = BaseUrlError): string {
  if (text.length > maxLength) throw new AddressError('not-a-url');
  const trimmed = text.trim();
  if (trimmed === '') throw new AddressError('empty');
  const url = isMistyped(trimmed) ? null : URL.parse(anyScheme.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null) throw new AddressError('not-a-url');
  if (url.username || url.password) throw new AddressError('has-credentials');
  if (url.search || url.hash) throw new AddressError('has-query');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!isSafe) throw new AddressError('not-https');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const maxLength = 2_000;
const anyScheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * A URL parser turns the typing errors "https//host", "https:/host" and "https:///path" into other hosts: "https", or
 * the first segment of the path. Without a scheme, a host is never followed by two slashes.
 */
function isMistyped(text: string): boolean {
  if (/^https?(?:[:/\\]|$)/i.test(text)) return !/^https?:\/\/[^/\\]/i.test(text);
  return !anyScheme.test(text) && /^[^/\\]*[/\\]{2}/.test(text);
}

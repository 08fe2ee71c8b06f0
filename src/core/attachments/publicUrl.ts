import { RoomsideError } from '../base/errors.ts';
import { isPublicHost } from './publicHost.ts';

export type NotPublicUrlReason = 'empty' | 'several' | 'malformed' | 'scheme' | 'credentials' | 'private-host';

/** The text is not a URL that the service could fetch. Contains only the host of the URL. */
export class NotPublicUrlError extends RoomsideError {
  readonly reason: NotPublicUrlReason;
  readonly host: string | undefined;

  constructor(reason: NotPublicUrlReason, host?: string) {
    super(`not a public URL: ${reason}`);
    this.reason = reason;
    this.host = host;
  }
}

/**
 * Parses the URL of a remote file of a message [A22] [A24]. Throws `NotPublicUrlError` unless the text is exactly one
 * http or https URL without credentials, on a host that the service could reach.
 */
export function parsePublicUrl(text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') throw new NotPublicUrlError('empty');
  const words = trimmed.split(/[\s,;|<>"]+/).filter((word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word));
  if (words.length > 1) throw new NotPublicUrlError('several');
  // The URL parser would remove line breaks, convert backslashes and add slashes; text that needs such repairs is
  // rejected.
  const url = /[\s\p{Cc}\\]/u.test(trimmed) ? null : URL.parse(trimmed);
  if (url === null) throw new NotPublicUrlError('malformed');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NotPublicUrlError('scheme');
  if (!/^https?:\/\/[^/]/i.test(trimmed)) throw new NotPublicUrlError('malformed');
  if (url.username !== '' || url.password !== '') throw new NotPublicUrlError('credentials', url.host);
  if (!isPublicHost(url.hostname)) throw new NotPublicUrlError('private-host', url.host);
  return url;
}

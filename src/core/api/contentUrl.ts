import { ForeignContentError } from './errors.ts';

/**
 * The URL of a content that a message names. Only `/v1/contents/<content_id>` of the service is accepted, so that a
 * message can neither send its readers' token to another server nor make them request another path. User name, query
 * and fragment are removed.
 */
export function contentUrl(url: string, baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  const parsed = URL.parse(url, `${origin}/`);
  if (parsed === null || parsed.origin !== origin) throw new ForeignContentError(parsed?.host ?? '');
  const [, root = '', id = ''] = /^(.*)\/v1\/contents\/([^/]+)$/.exec(parsed.pathname) ?? [];
  const isRoot = root === '' || root === pathname.replace(/\/+$/, '');
  if (!isRoot || !isContentId(id)) throw new ForeignContentError(parsed.host, 'other-path');
  return origin + parsed.pathname;
}

/** The id must not become another path if a server or proxy decodes it once more. */
function isContentId(encoded: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=:@-]|%(?!2e|2f|5c|25|[01]|7f)[0-9a-f]{2})+$/i.test(encoded) && !/^\.+$/.test(encoded);
}

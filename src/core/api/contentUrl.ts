import { ForeignContentError } from './errors.ts';

/**
 * The address of a content, from what a message names: `/v1/contents/<content_id>` of the service and nothing else, so that
 * no message can send its readers' token to another server or make them request another path. User names, queries and
 * fragments are dropped.
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

/** Whatever decodes an address once more on the way, it must not become another path. */
function isContentId(encoded: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=:@-]|%(?!2e|2f|5c|25|[01]|7f)[0-9a-f]{2})+$/i.test(encoded) && !/^\.+$/.test(encoded);
}

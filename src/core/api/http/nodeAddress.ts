/** A URL in the parts that node:http(s) takes. */
export interface NodeAddress {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
  /** Host name and port, as in the URL. */
  readonly urlHost: string;
}

type Origin = Omit<NodeAddress, 'path'>;

/**
 * Parses URLs and caches the last origin: a client sends all requests to one origin, and parsing is a large part of the
 * cost of a small request. Throws a `TypeError` for an invalid URL.
 */
export function createAddressParser(): (url: string) => NodeAddress {
  let known: { readonly text: string; readonly origin: Origin } | undefined;
  return (url) => {
    const end = url.indexOf('/', url.indexOf('://') + 3);
    const text = end === -1 ? url : url.slice(0, end);
    const path = end === -1 ? '' : url.slice(end);
    if (!plainPath.test(path)) return parse(url);
    if (known?.text !== text) known = { text, origin: parse(text) };
    return { ...known.origin, path };
  };
}

/** A path that needs no encoding. */
const plainPath = /^\/[\x21\x22\x24-\x7e]*$/;

function parse(url: string): NodeAddress {
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`not a web address: ${protocol}`);
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    path: pathname + search,
    urlHost: host,
  };
}

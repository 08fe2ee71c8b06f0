import { RoomsideError } from '../base/errors.ts';

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

// IANA special-purpose registries (RFC 6890 and its successors): none of these is reachable by the service.
const privateIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

// RFC 6761, RFC 6762, RFC 8375, RFC 9476, and names that are common in private networks.
const privateSuffixes = new Set([
  'alt',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'test',
]);

/**
 * Whether a host may be reachable from the public network, by its text only: names are not resolved. Expects the
 * `hostname` of a URL, which is already lower case, with IPv4 in decimal and IPv6 in brackets.
 */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicIpv4(ipv4Number(host));
  const labels = host.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  return !privateSuffixes.has(labels.at(-1) ?? '') && !host.endsWith('.home.arpa') && host !== 'home.arpa';
}

function ipv4Number(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function isPublicIpv4(address: number): boolean {
  return !privateIpv4.some(([base, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor(ipv4Number(base) / size);
  });
}

function isPublicIpv6(address: string): boolean {
  const groups = ipv6Groups(address);
  const [first = 0, second = 0] = groups;
  const lastFour = (groups[6] ?? 0) * 65536 + (groups[7] ?? 0);
  const isZeroUntil = (end: number) => groups.slice(0, end).every((group) => group === 0);
  // Addresses with an embedded IPv4 address are checked by it: mapped, translated (RFC 6052) and 6to4.
  if (isZeroUntil(5) && groups[5] === 0xffff) return isPublicIpv4(lastFour);
  if (first === 0x64 && second === 0xff9b) return isPublicIpv4(lastFour);
  if (first === 0x2002) return isPublicIpv4(second * 65536 + (groups[2] ?? 0));
  if (first === 0x2001 && (second === 0xdb8 || second < 0x200)) return false;
  // The rest of the public space is global unicast (RFC 4291).
  return first >= 0x2000 && first < 0x4000;
}

function ipv6Groups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const start = groups(head);
  const end = groups(tail ?? '');
  return [...start, ...new Array<number>(Math.max(0, 8 - start.length - end.length)).fill(0), ...end];
}

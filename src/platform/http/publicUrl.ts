import { BlockList, isIPv4 } from 'node:net';
import { errorWith } from '../../core/base/errors.ts';

export type NotPublicUrlReason = 'empty' | 'several' | 'malformed' | 'scheme' | 'credentials' | 'private-host';

/** The text is not a URL that the service could fetch. Contains only the host of the URL. */
export class NotPublicUrlError extends errorWith<{ reason: NotPublicUrlReason; host: string | undefined }>() {
  constructor(reason: NotPublicUrlReason, host?: string) {
    super(`not a public URL: ${reason}`, { reason, host });
  }
}

const maxLength = 8_000;

/**
 * Parses the URL of a remote file of a message [A22] [A24]. Throws `NotPublicUrlError` unless the text is exactly one
 * http or https URL without credentials, on a host that the service could reach.
 */
export function parsePublicUrl(text: string): URL {
  if (text.length > maxLength) throw new NotPublicUrlError('malformed');
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
const privateIpv4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/);

/** Global unicast addresses (RFC 4291), and those that embed an IPv4 address: mapped and translated (RFC 6052). */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
publicIpv6.addSubnet('::ffff:0:0', 96, 'ipv6');
publicIpv6.addSubnet('64:ff9b::', 96, 'ipv6');

const privateAddresses = new BlockList();
privateAddresses.addSubnet('2001::', 23, 'ipv6');
privateAddresses.addSubnet('2001:db8::', 32, 'ipv6');
for (const network of privateIpv4) {
  const [base = '', length] = network.split('/');
  const bits = Number(length);
  // A block list applies this to mapped addresses, too.
  privateAddresses.addSubnet(base, bits, 'ipv4');
  privateAddresses.addSubnet(`64:ff9b::${base}`, 96 + bits, 'ipv6');
  // 6to4 (RFC 3056).
  const groups = Buffer.from(base.split('.').map(Number)).toString('hex').replace(/^.{4}/, '$&:');
  privateAddresses.addSubnet(`2002:${groups}::`, 16 + bits, 'ipv6');
}

// RFC 6761, RFC 6762, RFC 8375, RFC 9476, and names that are common in private networks.
const privateSuffix =
  /(?:^|\.)(?:alt|corp|example|home|home\.arpa|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$/;

/**
 * Whether a host may be reachable from the public network, by its text only: names are not resolved. Expects the
 * `hostname` of a URL, which is already lower case, with IPv4 in decimal and IPv6 in brackets.
 */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (isIPv4(host)) return !privateAddresses.check(host, 'ipv4');
  if (host.startsWith('[')) {
    const address = host.slice(1, -1);
    return publicIpv6.check(address, 'ipv6') && !privateAddresses.check(address, 'ipv6');
  }
  const labels = host.split('.');
  return labels.length > 1 && !labels.includes('') && !privateSuffix.test(host);
}

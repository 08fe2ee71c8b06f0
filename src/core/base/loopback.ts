const names = /^(?:.+\.)?localhost$/;
const addresses = /^(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/;

/**
 * Whether a host is this computer by its text: `localhost` and names below it (RFC 6761), loopback addresses, also IPv4
 * mapped into IPv6, and the unspecified addresses, which connect to this computer. Names are not resolved.
 * @param hostname of a `URL`, which is lower case, with IPv4 in decimal and IPv6 compressed and in brackets
 */
export function isLoopbackHost(hostname: string): boolean {
  return names.test(hostname.replace(/\.$/, '')) || addresses.test(hostname);
}

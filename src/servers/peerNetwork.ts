import { isIPv6 } from 'node:net';
import { convertIPv4BinaryToString, convertIPv6BinaryToString, convertIPv6ToBinary } from 'hono/utils/ipaddr';

/** The first 96 bits of an IPv6 address that contains one of IPv4: mapped (RFC 4291) or translated (RFC 6052). */
const containsIPv4 = [0xffffn, 0x64_ff9b_0000_0000_0000_0000n];

/**
 * The network that limits apply to: an IPv4 address, also one in an IPv6 address, or the /64 network of an IPv6 address,
 * because a single customer has a whole /64.
 * @param address with or without a zone; a text that is no IPv6 address is returned as it is
 */
export function peerNetwork(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return plain;
  const binary = convertIPv6ToBinary(plain);
  if (containsIPv4.includes(binary >> 32n)) return convertIPv4BinaryToString(binary & 0xffff_ffffn);
  return `${convertIPv6BinaryToString((binary >> 64n) << 64n)}/64`;
}

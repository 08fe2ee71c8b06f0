import { isIP, isIPv6 } from 'node:net';
import type { BrokerConfig } from './config/readConfig.ts';
import type { BrokerContext, RequestContext } from './context.ts';
import { tooManyRequests } from './http/brokerError.ts';

const windowMs = 60_000;

/** Several load balancers behind one address may send probes every second. */
const probesPerMinute = 600;

/**
 * Counts a request of this client address to this path. Health probes are counted in this process, so that liveness does
 * not depend on a shared store.
 * @throws {BrokerError} 429 when there were too many in the current minute
 */
export async function limitRequests(
  c: RequestContext,
  { config, state, probes }: BrokerContext,
  route: { readonly path: string; readonly isProbe?: boolean },
): Promise<void> {
  const [counter, most] = route.isProbe ? [probes, probesPerMinute] : [state, config.requestsPerMinute];
  const { count, leftMs } = await counter.count(`${route.path} ${addressOf(c, config)}`, windowMs);
  if (count > most) throw tooManyRequests(leftMs);
}

/**
 * Counts an exchange of a code as failed until it has succeeded, so that concurrent tries cannot pass the limit together.
 * Anyone can have made-up codes sealed, and each of them would be a request to the service.
 * @returns to be called after a success; never rejects
 * @throws {BrokerError} 429 when too many of this address failed in the current minute
 */
export async function limitFailures(c: RequestContext, { config, state }: BrokerContext): Promise<() => Promise<void>> {
  const name = `failures ${addressOf(c, config)}`;
  const { count, leftMs } = await state.count(name, windowMs);
  if (count > Math.ceil(config.requestsPerMinute / 6)) throw tooManyRequests(leftMs);
  return () => state.uncount(name);
}

function addressOf(c: RequestContext, { trustedHops }: BrokerConfig): string {
  return clientAddress(c.env?.connection?.remoteAddress, c.req.header('x-forwarded-for'), trustedHops);
}

/**
 * The client address for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because a single customer has
 * a whole /64.
 * @param remoteAddress the peer of the socket
 * @param forwardedFor `X-Forwarded-For`: each proxy appends the address of its peer; the beginning can be forged
 * @param trustedHops the number of our own proxies in front; with 0 the header is ignored
 */
export function clientAddress(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const forwarded = (forwardedFor ?? '').split(',').map((item) => withoutPort(item.trim()));
  const candidate = trustedHops === 0 ? undefined : forwarded.at(-trustedHops);
  return network(candidate !== undefined && isIP(candidate) !== 0 ? candidate : (remoteAddress ?? 'unknown'));
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(item: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(item)?.[1] ?? /^([\d.]+):\d+$/.exec(item)?.[1] ?? item;
}

function network(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  const [front, back] = [split(head), split(tail ?? '')];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

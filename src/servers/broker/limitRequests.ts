import { isIP } from 'node:net';
import { peerNetwork } from '../peerNetwork.ts';
import { tooManyRequests } from './brokerError.ts';
import type { BrokerConfig } from './config/brokerConfig.ts';
import type { BrokerContext, RequestContext } from './context.ts';

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
  { config, state, probes, metrics }: BrokerContext,
  route: { readonly path: string; readonly isProbe?: boolean },
): Promise<void> {
  const [counter, most] = route.isProbe ? [probes, probesPerMinute] : [state, config.requestsPerMinute];
  const { count, leftMs } = await counter.count(`${route.path} ${addressOf(c, config)}`, windowMs);
  if (count <= most) return;
  metrics.limited('requests');
  throw tooManyRequests(leftMs);
}

/**
 * Counts an exchange of a code as failed until it has succeeded, so that concurrent tries cannot pass the limit together.
 * Anyone can have made-up codes sealed, and each of them would be a request to the service.
 * @returns to be called after a success; never rejects
 * @throws {BrokerError} 429 when too many of this address failed in the current minute
 */
export async function limitFailures(c: RequestContext, context: BrokerContext): Promise<() => Promise<void>> {
  const { config, state, metrics } = context;
  const name = `failures ${addressOf(c, config)}`;
  const { count, leftMs } = await state.count(name, windowMs);
  if (count > Math.ceil(config.requestsPerMinute / 6)) {
    metrics.limited('failures');
    throw tooManyRequests(leftMs);
  }
  return () => state.uncount(name);
}

function addressOf(c: RequestContext, { trustedHops }: BrokerConfig): string {
  return clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), trustedHops);
}

/**
 * The network of a client for rate limits (see `peerNetwork`).
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
  return peerNetwork(candidate !== undefined && isIP(candidate) !== 0 ? candidate : (remoteAddress ?? 'unknown'));
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(item: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(item)?.[1] ?? /^([\d.]+):\d+$/.exec(item)?.[1] ?? item;
}

import type { BrokerContext, RequestContext } from './context.ts';
import { tooManyRequests } from './http/brokerError.ts';
import { clientAddress } from './http/clientAddress.ts';

const windowMs = 60_000;
/** Several load balancers behind one address may send probes every second. */
const probesPerMinute = 600;

/**
 * Counts a request of this client address to this path. @throws {BrokerError} 429 when there were too many in the current
 * minute
 */
export async function limitRequests(c: RequestContext, { config, state }: BrokerContext, path: string): Promise<void> {
  const { count, leftMs } = await state.count(nameOf(c, config.trustedHops, path), windowMs);
  if (count > config.requestsPerMinute) throw tooManyRequests(leftMs);
}

/**
 * Like `limitRequests`, for health probes. They are counted in this process, so that liveness does not depend on a shared
 * store.
 */
export async function limitProbes(c: RequestContext, { config, probes }: BrokerContext, path: string): Promise<void> {
  const { count, leftMs } = await probes.count(nameOf(c, config.trustedHops, path), windowMs);
  if (count > probesPerMinute) throw tooManyRequests(leftMs);
}

function nameOf(c: RequestContext, trustedHops: number, path: string): string {
  const remote = c.env?.connection?.remoteAddress;
  return `${path} ${clientAddress(remote, c.req.header('x-forwarded-for'), trustedHops)}`;
}

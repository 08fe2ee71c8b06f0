import type { BrokerContext, RequestContext } from './context.ts';
import { tooManyRequests } from './http/brokerError.ts';
import { clientAddress } from './http/clientAddress.ts';

const windowMs = 60_000;
/** Several load balancers of one address may ask every second. */
const probesPerMinute = 600;

/** Counts a request of this address to this path. @throws {BrokerError} 429 when there were too many in the running minute */
export async function limitRequests(c: RequestContext, { config, state }: BrokerContext, path: string): Promise<void> {
  const { count, leftMs } = await state.count(nameOf(c, config.trustedHops, path), windowMs);
  if (count > config.requestsPerMinute) throw tooManyRequests(leftMs);
}

/** The same for probes of health. They are counted in this process: its life must not hang on a shared store. */
export async function limitProbes(c: RequestContext, { config, probes }: BrokerContext, path: string): Promise<void> {
  const { count, leftMs } = await probes.count(nameOf(c, config.trustedHops, path), windowMs);
  if (count > probesPerMinute) throw tooManyRequests(leftMs);
}

function nameOf(c: RequestContext, trustedHops: number, path: string): string {
  const remote = c.env?.connection?.remoteAddress;
  return `${path} ${clientAddress(remote, c.req.header('x-forwarded-for'), trustedHops)}`;
}

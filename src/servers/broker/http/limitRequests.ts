import type { BrokerContext, RequestContext } from '../context.ts';
import { clientAddress } from './clientAddress.ts';
import { tooManyRequests } from './refusal.ts';

const windowMs = 60_000;

/** Counts a request of this address to this path. @throws {Refusal} 429 when there were too many in the running minute */
export async function limitRequests(c: RequestContext, { config, state }: BrokerContext, path: string): Promise<void> {
  const remote = c.env?.connection?.remoteAddress;
  const address = clientAddress(remote, c.req.header('x-forwarded-for'), config.trustedHops);
  const { count, leftMs } = await state.count(`${path} ${address}`, windowMs);
  if (count > config.requestsPerMinute) throw tooManyRequests(leftMs);
}

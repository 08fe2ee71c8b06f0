import type { BrokerContext, RequestContext } from './context.ts';

/** GET /healthz: whether requests can be answered. The service behind is not asked: its failures are not ours to restart for. */
export async function answerHealth(_c: RequestContext, { state }: BrokerContext): Promise<Response> {
  await state.check();
  return Response.json({ status: 'ok' });
}

import type { BrokerContext, RequestContext } from './context.ts';

/** GET /healthz: whether the process lives. Nothing else is asked: a restart mends neither Redis nor the service. */
export async function answerHealth(): Promise<Response> {
  return Response.json({ status: 'ok' });
}

/** GET /readyz: whether requests can be answered now, which needs the shared state. The service is not asked. */
export async function answerReadiness(_c: RequestContext, { state }: BrokerContext): Promise<Response> {
  await state.check();
  return Response.json({ status: 'ok' });
}

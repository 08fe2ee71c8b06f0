import type { BrokerDescription } from '../../core/auth/brokerProtocol.ts';
import type { BrokerContext, RequestContext } from './context.ts';

/** GET /.well-known/roomside: what an editor needs to know to sign in. Nothing of it is secret. */
export async function answerDescription(_c: RequestContext, { config }: BrokerContext): Promise<Response> {
  const { upstream, organization, editorSchemes } = config;
  const [scope = ''] = upstream.scopes;
  const description: BrokerDescription = {
    version: 1,
    service: upstream.baseUrl,
    scopePrefix: scope.slice(0, scope.indexOf(':')),
    ...(organization !== undefined && { organization }),
    editors: editorSchemes,
  };
  return Response.json(description);
}

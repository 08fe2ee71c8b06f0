import { text } from 'node:stream/consumers';
import { env, l10n, ProgressLocation, Uri } from 'vscode';
import { jsonBody } from '../../core/api/requestBody.ts';
import type { Send } from '../../core/api/send.ts';
import type { BrokerStartQuery } from '../../core/auth/brokerProtocol.ts';
import { requestedScopes } from '../../core/auth/signIn/scopes.ts';
import { parseJsonObject } from '../../core/base/json.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { type BrokerSignInPorts, signInThroughBroker } from '../../host/signIn/brokerSignIn.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { withProgress } from '../../host/vscode/notifications.ts';
import type { SandboxAddress } from '../../platform/sandbox/sandboxProcess.ts';

export type SandboxFeaturePorts = BrokerSignInPorts & Pick<Services, 'sandbox'>;

/** "Try the Sandbox": starts the sandbox service and signs in through its broker, as in an organization. */
export function createSandboxCommands(ports: SandboxFeaturePorts): CommandHandlers<'roomside.trySandbox'> {
  return { 'roomside.trySandbox': () => trySandbox(ports) };
}

async function trySandbox(ports: SandboxFeaturePorts): Promise<void> {
  const starting = { location: ProgressLocation.Window, title: l10n.t('Starting the sandbox') };
  const address = await withProgress(starting, () => ports.sandbox.ensure());
  const account = await signInThroughBroker(ports, {
    kind: 'sandbox',
    brokerUrl: brokerUrlOf(address),
    baseUrl: address.origin,
    // The sandbox uses the prefix `svc` [A52], whatever is configured for other services.
    scopes: requestedScopes('svc'),
    async prepareStart(query) {
      // With a remote extension host, the browser reaches the sandbox under another address.
      const visibleAt = (await env.asExternalUri(Uri.parse(address.origin))).toString(true);
      return registerBrokerStart(ports.send, address, { ...query, visibleAt });
    },
  });
  showSuccess(l10n.t('Signed in to the sandbox as {0}', account.label));
}

/** The address of the sandbox's token broker. */
function brokerUrlOf({ origin }: SandboxAddress): string {
  return `${origin}/broker`;
}

/**
 * Stores the parameters of a sign-in in the sandbox, and lets its broker call this editor back.
 * @returns a short address for the sign-in, which editors cannot break by encoding it again
 */
async function registerBrokerStart(
  send: Send,
  { origin, controlKey }: SandboxAddress,
  start: BrokerStartQuery & { readonly visibleAt: string },
): Promise<string> {
  const path = '/_sandbox/broker/starts';
  const headers = { 'x-sandbox-control': controlKey };
  const response = await send({ method: 'POST', url: origin + path, headers, body: jsonBody(start) });
  const answer = await text(response.body);
  if (response.status >= 300) throw new Error(`the sandbox answered ${path} with status ${response.status}`);
  const url = parseJsonObject(answer)?.url;
  if (typeof url !== 'string') throw new Error('the sandbox answered without an address');
  return url;
}

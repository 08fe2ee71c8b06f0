import { env, l10n, ProgressLocation, Uri, window } from 'vscode';
import { requestedScopes } from '../../core/auth/signIn/scopes.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { type BrokerSignInPorts, signInThroughBroker } from '../../host/signIn/brokerSignIn.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { brokerUrlOf, registerBrokerStart } from './sandboxProcess.ts';
import type { SandboxService } from './sandboxService.ts';

export interface SandboxFeaturePorts extends BrokerSignInPorts {
  readonly sandbox: SandboxService;
}

/** "Try the Sandbox": starts the sandbox service and signs in through its broker, as in an organization. */
export function createSandboxCommands(ports: SandboxFeaturePorts): CommandHandlers<'roomside.trySandbox'> {
  return { 'roomside.trySandbox': () => trySandbox(ports) };
}

async function trySandbox(ports: SandboxFeaturePorts): Promise<void> {
  const starting = { location: ProgressLocation.Window, title: l10n.t('Starting the sandbox') };
  const address = await window.withProgress(starting, () => ports.sandbox.ensure());
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

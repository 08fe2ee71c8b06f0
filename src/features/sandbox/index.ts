import { commands, env, l10n, ProgressLocation, Uri } from 'vscode';
import { requestedScopes } from '../../core/auth/signIn/scopes.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { type BrokerSignInPorts, signInThroughBroker } from '../../host/signIn/brokerSignIn.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { withProgress } from '../../host/vscode/notifications.ts';
import { callSandbox } from './sandboxControl.ts';

type SandboxFeaturePorts = BrokerSignInPorts & Pick<Services, 'active' | 'outbox' | 'sandbox' | 'storage'>;

/** The commands with which people try Roomside without an account. */
export function createSandboxCommands(
  ports: SandboxFeaturePorts,
): CommandHandlers<'roomside.trySandbox' | 'roomside.shareSample'> {
  return {
    'roomside.trySandbox': async (from) => {
      await trySandbox(ports);
      await continueWalkthrough(from, 'share');
    },
    'roomside.shareSample': async (from) => {
      const { shareSample } = await import('./shareSample.ts');
      const onShared = () => continueWalkthrough(from, 'codeBack');
      await shareSample(ports, { trySandbox: () => trySandbox(ports), onShared });
    },
  };
}

/** Opens a step of the walkthrough after one of its buttons has done its work: VS Code stays at the step of the button. */
async function continueWalkthrough(from: unknown, step: 'share' | 'codeBack'): Promise<void> {
  const category = 'roomside.roomside#start';
  if (from === 'walkthrough') await commands.executeCommand('workbench.action.openWalkthrough', { category, step });
}

/** Starts the sandbox service and signs in through its broker, as in an organization. */
async function trySandbox(ports: SandboxFeaturePorts): Promise<void> {
  const starting = { location: ProgressLocation.Window, title: l10n.t('Starting the sandbox') };
  const address = await withProgress(starting, () => ports.sandbox.ensure());
  const account = await signInThroughBroker(ports, {
    kind: 'sandbox',
    brokerUrl: `${address.origin}/broker`,
    baseUrl: address.origin,
    // The sandbox uses the prefix `svc` [A52], whatever is configured for other services.
    scopes: requestedScopes('svc'),
    async prepareStart(query) {
      // With a remote extension host, the browser reaches the sandbox under another address.
      const origin = Uri.parse(address.origin);
      const visibleAt = ((await env.asExternalUri?.(origin)) ?? origin).toString(true);
      // Its broker then calls this editor back. The address is short: editors cannot break it by encoding it again.
      const { url } = await callSandbox(ports.send, address, 'broker/starts', { ...query, visibleAt });
      if (typeof url !== 'string') throw new Error('the sandbox answered without an address');
      return url;
    },
  });
  showSuccess(l10n.t('Signed in to the sandbox as {0}', account.label));
}

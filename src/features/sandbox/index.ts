import { l10n, ProgressLocation, window } from 'vscode';
import type { Send } from '../../core/api/send.ts';
import type { BrowserAttempt } from '../../core/auth/browserAttempt.ts';
import { newState, type PendingFlow } from '../../core/auth/pendingFlow.ts';
import { requestedScopes } from '../../core/auth/scopes.ts';
import { type BrowserSignInPorts, signInThroughBrowser } from '../../host/browserSignIn.ts';
import { callbackUriOfWindow } from '../../host/callbackUri.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import { authorizationAddress, registerIntegration, type SandboxAddress } from './sandboxControl.ts';
import type { SandboxService } from './sandboxService.ts';

/** What "Try the Sandbox" needs. `send` is the pipe without a bearer. */
export interface SandboxFeaturePorts extends BrowserSignInPorts {
  readonly sandbox: SandboxService;
  readonly send: Send;
}

/** "Try the Sandbox": starts a service on this computer and signs in to it the way one signs in anywhere. */
export function createSandboxCommands(ports: SandboxFeaturePorts): CommandHandlers<'roomside.trySandbox'> {
  return { 'roomside.trySandbox': () => trySandbox(ports) };
}

async function trySandbox(ports: SandboxFeaturePorts): Promise<void> {
  const starting = { location: ProgressLocation.Window, title: l10n.t('Starting the sandbox') };
  const address = await window.withProgress(starting, () => ports.sandbox.ensure());
  const account = await signInThroughBrowser(ports, () => beginAttempt(ports, address));
  showSuccess(l10n.t('Signed in to the sandbox as {0}', account.label));
}

async function beginAttempt({ send, clock }: SandboxFeaturePorts, address: SandboxAddress): Promise<BrowserAttempt> {
  const redirectUri = await callbackUriOfWindow();
  // The sandbox speaks the interface document's own prefix, whatever the setting says of another service.
  const scopes = requestedScopes('svc');
  const registration = { name: 'Roomside', redirectUris: [redirectUri], scopes };
  const integration = await registerIntegration(send, address, registration);
  const flow: PendingFlow = {
    ...integration,
    kind: 'sandbox',
    baseUrl: address.origin,
    redirectUri,
    scopes,
    state: newState(),
    startedAtMs: clock.now(),
  };
  const request = { clientId: flow.clientId, redirectUri, scope: scopes.join(' '), state: flow.state };
  return { flow, address: await authorizationAddress(send, address, request) };
}

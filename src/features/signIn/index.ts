import { commands, l10n, type Memento, window } from 'vscode';
import { authorizeUrl } from '../../core/auth/authorizeUrl.ts';
import type { SignInPorts } from '../../core/auth/completeSignIn.ts';
import { newState } from '../../core/auth/pendingFlow.ts';
import { requestedScopes } from '../../core/auth/scopes.ts';
import { type BrowserSignInPorts, signInThroughBrowser } from '../../host/browserSignIn.ts';
import { callbackUri } from '../../host/callbackUri.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import { settings } from '../../host/settings.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import { askIntegration } from './askIntegration.ts';
import { askServiceAddress } from './askServiceAddress.ts';
import { askToken } from './askToken.ts';

/** What sign-in needs. */
export interface SignInFeaturePorts extends SignInPorts, BrowserSignInPorts {
  readonly memory: Memento;
}

/** "Sign In" with every road there is. */
export function createSignInCommands(ports: SignInFeaturePorts): CommandHandlers<'roomside.signIn'> {
  return { 'roomside.signIn': () => signIn(ports) };
}

async function signIn(ports: SignInFeaturePorts): Promise<void> {
  const roads = [
    {
      label: l10n.t('Your Own Integration'),
      detail: l10n.t('Sign in through the browser with the client ID and secret of an integration you registered.'),
      go: () => signInWithIntegration(ports),
    },
    {
      label: l10n.t('Personal Access Token'),
      detail: l10n.t('Paste a token of your own account. Good for a first look.'),
      go: () => signInWithPersonalToken(ports),
    },
    {
      label: l10n.t('The Sandbox'),
      detail: l10n.t('A whole service on this computer with demo rooms. No account needed.'),
      go: async () => commands.executeCommand<void>('roomside.trySandbox'),
    },
  ];
  const road = await window.showQuickPick(roads, {
    title: l10n.t('Sign In'),
    placeHolder: l10n.t('How do you want to sign in?'),
  });
  await road?.go();
}

async function signInWithIntegration(ports: SignInFeaturePorts): Promise<void> {
  const baseUrl = await askServiceAddress(ports.memory);
  if (baseUrl === undefined) return;
  // The service wants exactly what was registered, so nothing may be added to it for this window alone.
  const redirectUri = callbackUri().toString(true);
  const integration = await askIntegration(ports.secrets, baseUrl, redirectUri);
  if (integration === undefined) return;
  const scopes = requestedScopes(settings.scopePrefix.value);
  const state = newState();
  const flow = {
    ...integration,
    kind: 'integration',
    redirectUri,
    scopes,
    state,
    startedAtMs: ports.clock.now(),
  } as const;
  const account = await signInThroughBrowser(ports, flow, authorizeUrl(flow));
  showSuccess(l10n.t('Signed in as {0}', account.label));
}

async function signInWithPersonalToken(ports: SignInFeaturePorts): Promise<void> {
  const baseUrl = await askServiceAddress(ports.memory);
  if (baseUrl === undefined) return;
  const account = await askToken(ports, baseUrl);
  if (account === undefined) return;
  await ports.active.useNew(account);
  showSuccess(l10n.t('Signed in as {0}', account.label));
}

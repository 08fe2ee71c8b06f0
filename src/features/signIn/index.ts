import { commands, l10n, type Memento, window } from 'vscode';
import { parseBaseUrl, parseBrokerUrl } from '../../core/auth/baseUrl.ts';
import type { SignInPorts } from '../../core/auth/completeSignIn.ts';
import { signInThroughBroker } from '../../host/brokerSignIn.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import { settings } from '../../host/settings.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import { askServiceAddress } from './askServiceAddress.ts';
import { askToken } from './askToken.ts';
import { type IntegrationSignInPorts, signInWithIntegration } from './signInWithIntegration.ts';

/** What sign-in needs. */
export interface SignInFeaturePorts extends SignInPorts, IntegrationSignInPorts {
  readonly memory: Memento;
}

type SignInCommands = CommandHandlers<'roomside.signIn' | 'roomside.chooseSignIn' | '_roomside.signInWithToken'>;

/** "Sign In" through the broker where there is one, and "Sign In Another Way" with every road there is. */
export function createSignInCommands(ports: SignInFeaturePorts): SignInCommands {
  return {
    'roomside.signIn': () => (settings.brokerUrl.value === '' ? chooseSignIn(ports) : signInWithOrganization(ports)),
    'roomside.chooseSignIn': () => chooseSignIn(ports),
    '_roomside.signInWithToken': (baseUrl) => signInWithPersonalToken(ports, parseBaseUrl(String(baseUrl))),
  };
}

async function chooseSignIn(ports: SignInFeaturePorts): Promise<void> {
  const organization = {
    label: l10n.t('Your Organization'),
    detail: l10n.t("Sign in through the browser by your organization's token broker. No client secret is needed."),
    go: () => signInWithOrganization(ports),
  };
  const roads = [
    ...(settings.brokerUrl.value === '' ? [] : [organization]),
    {
      label: l10n.t('Your Own Integration'),
      detail: l10n.t('Sign in through the browser with the client ID and secret of an integration you registered.'),
      go: () => signInWithOwnIntegration(ports),
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

async function signInWithOrganization(ports: SignInFeaturePorts): Promise<void> {
  const brokerUrl = parseBrokerUrl(settings.brokerUrl.value);
  const baseUrl = await askServiceAddress(ports.memory);
  if (baseUrl === undefined) return;
  const account = await signInThroughBroker(ports, { kind: 'broker', brokerUrl, baseUrl });
  showSuccess(l10n.t('Signed in as {0}', account.label));
}

async function signInWithOwnIntegration(ports: SignInFeaturePorts): Promise<void> {
  const baseUrl = await askServiceAddress(ports.memory);
  if (baseUrl === undefined) return;
  const account = await signInWithIntegration(ports, baseUrl);
  if (account !== undefined) showSuccess(l10n.t('Signed in as {0}', account.label));
}

async function signInWithPersonalToken(ports: SignInFeaturePorts, known?: string): Promise<void> {
  const baseUrl = known ?? (await askServiceAddress(ports.memory));
  if (baseUrl === undefined) return;
  const account = await askToken(ports, baseUrl);
  if (account === undefined) return;
  await ports.active.useNew(account);
  showSuccess(l10n.t('Signed in as {0}', account.label));
}

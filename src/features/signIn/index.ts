import { commands, l10n, window } from 'vscode';
import { ServiceError } from '../../core/api/errors.ts';
import { isHeaderSafe } from '../../core/api/tokens.ts';
import type { Account } from '../../core/auth/account.ts';
import { parseBaseUrl, parseBrokerUrl } from '../../core/auth/signIn/baseUrl.ts';
import { type SignInPorts, signInWithToken } from '../../core/auth/signIn/completeSignIn.ts';
import { signsInAsBefore } from '../../core/auth/signInAgain.ts';
import { isLoopbackHost } from '../../core/base/loopback.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { describeKnownError } from '../../host/errors/describeError.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { setting } from '../../host/vscode/settings.ts';
import { askInBox } from './askInBox.ts';
import { askAddress, askServiceAddress } from './askServiceAddress.ts';
import { type IntegrationSignInPorts, signInWithIntegration } from './signInWithIntegration.ts';
import { type OrganizationPorts, signInAtBroker, signInWithOrganization } from './signInWithOrganization.ts';

export interface SignInFeaturePorts extends SignInPorts, IntegrationSignInPorts, OrganizationPorts {}

type SignInCommands = CommandHandlers<'roomside.signIn' | 'roomside.chooseSignIn' | '_roomside.signInWithToken'>;

/** "Sign In" through the configured broker, and "Sign In Another Way" with all methods. */
export function createSignInCommands(ports: SignInFeaturePorts): SignInCommands {
  return {
    'roomside.signIn': () => signIn(ports),
    'roomside.chooseSignIn': (purpose) => chooseSignIn(ports, purpose === 'share'),
    '_roomside.signInWithToken': (baseUrl) => signInWithTokenAt(ports, parseBaseUrl(String(baseUrl))),
  };
}

/** An expired account signs in with its previous method, other accounts through the broker if it is configured. */
async function signIn(ports: SignInFeaturePorts): Promise<void> {
  const account = await ports.active.get();
  if (account !== undefined && signsInAsBefore(account, configuredAddresses())) return signInAgain(ports, account);
  return setting('broker.url') === '' ? chooseSignIn(ports) : signInByAddress(ports);
}

function configuredAddresses() {
  const baseUrl = setting('service.baseUrl');
  const brokerUrl = setting('broker.url');
  return {
    ...(baseUrl !== '' && { baseUrl: parseBaseUrl(baseUrl) }),
    ...(brokerUrl !== '' && { brokerUrl: parseBrokerUrl(brokerUrl) }),
  };
}

async function signInAgain(ports: SignInFeaturePorts, { kind, baseUrl, brokerUrl }: Account): Promise<void> {
  if (kind === 'sandbox') await commands.executeCommand<void>('roomside.trySandbox');
  else if (brokerUrl !== undefined) await signInAtBroker(ports, brokerUrl, baseUrl);
  else if (kind === 'integration') await signInWithOwnIntegration(ports, baseUrl);
  else await signInWithPersonalToken(ports, baseUrl);
}

/** @param isForShare a share was begun, and goes on after the sign-in */
async function chooseSignIn(ports: SignInFeaturePorts, isForShare = false): Promise<void> {
  const isConfigured = setting('broker.url') !== '';
  const methods = [
    {
      label: l10n.t('Your Organization'),
      detail: isConfigured
        ? l10n.t("Sign in with your browser through your organization's token broker.")
        : l10n.t('Enter the address from your organization. Roomside detects the rest.'),
      run: () => signInByAddress(ports),
    },
    ...ownMethods(ports),
    {
      label: l10n.t('The Sandbox'),
      detail: l10n.t('A complete demo service on your computer. No account is needed.'),
      run: async () => commands.executeCommand<void>('roomside.trySandbox'),
    },
  ];
  const method = await window.showQuickPick(methods, {
    title: l10n.t('Sign In'),
    placeHolder: isForShare
      ? l10n.t('How do you want to sign in? The share continues after that.')
      : l10n.t('How do you want to sign in?'),
  });
  await method?.run();
}

/** Through a broker, or in another way to the service whose address the user has typed instead. */
async function signInByAddress(ports: SignInFeaturePorts): Promise<void> {
  const baseUrl = await signInWithOrganization(ports);
  if (baseUrl === undefined) return;
  const methods = ownMethods(ports, baseUrl);
  const placeHolder = l10n.t('{0} has no token broker. How do you want to sign in?', new URL(baseUrl).host);
  const method = await window.showQuickPick(methods, { title: l10n.t('Sign In'), placeHolder, ignoreFocusOut: true });
  await method?.run();
}

/** The methods that need no broker. @param baseUrl the service; absent to ask for it */
function ownMethods(ports: SignInFeaturePorts, baseUrl?: string) {
  return [
    {
      label: l10n.t('Your Own Integration'),
      detail: l10n.t('Sign in with your browser, a client ID and a client secret.'),
      run: () => signInWithOwnIntegration(ports, baseUrl),
    },
    {
      label: l10n.t('Personal Access Token'),
      detail: l10n.t('Paste a token from your account. Good for trying out Roomside.'),
      run: () => signInWithPersonalToken(ports, baseUrl),
    },
  ];
}

async function signInWithOwnIntegration(ports: SignInFeaturePorts, known?: string): Promise<void> {
  const baseUrl = known ?? (await askServiceAddress(ports));
  if (baseUrl === undefined) return;
  const account = await signInWithIntegration(ports, baseUrl);
  if (account !== undefined) showSuccess(l10n.t('Signed in as {0}', account.label));
}

/** Any extension can run the command, so the user confirms an address that is not on this computer. */
async function signInWithTokenAt(ports: SignInFeaturePorts, given: string): Promise<void> {
  const baseUrl = isLoopbackHost(new URL(given).hostname) ? given : await askAddress(ports, given);
  if (baseUrl !== undefined) await signInWithPersonalToken(ports, baseUrl);
}

async function signInWithPersonalToken(ports: SignInFeaturePorts, known?: string): Promise<void> {
  const baseUrl = known ?? (await askServiceAddress(ports));
  if (baseUrl === undefined) return;
  const account = await askToken(ports, baseUrl);
  if (account === undefined) return;
  await ports.active.useNew(account);
  showSuccess(l10n.t('Signed in as {0}', account.label));
}

/** Signs in with a personal access token. Errors are shown in the input box, where the user can correct the token. */
export function askToken(ports: SignInPorts, baseUrl: string): Promise<Account | undefined> {
  const prompt = l10n.t(
    'Personal access token for {0} (stored in the keyring of this computer)',
    new URL(baseUrl).host,
  );
  return askInBox({ prompt, password: true }, async (text, signal) => {
    const token = text.trim().replace(/^Bearer\s+/i, '');
    if (!isHeaderSafe(token)) return { problem: l10n.t('Paste a token without spaces.') };
    try {
      return { answer: await signInWithToken(ports, baseUrl, token, signal) };
    } catch (error) {
      const message = describeKnownError(error);
      if (message === undefined || signal.aborted) throw error;
      const isRefused = error instanceof ServiceError && error.status === 401;
      return { problem: isRefused ? l10n.t("The service didn't accept this token.") : message.sentence };
    }
  });
}

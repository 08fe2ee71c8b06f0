import { env, l10n, type QuickInputButton, ThemeIcon, UIKind, window } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import type { SecretStore } from '../../core/auth/secretStore.ts';
import { authorizeUrl } from '../../core/auth/signIn/authorizeUrl.ts';
import type { BrowserAttempt } from '../../core/auth/signIn/browserAttempt.ts';
import { type Integration, readIntegration } from '../../core/auth/signIn/integration.ts';
import { newIntegrationFlow } from '../../core/auth/signIn/pendingFlow.ts';
import { possibleRedirects, type Redirect } from '../../core/auth/signIn/redirect.ts';
import { requestedScopes, scopePrefixOf } from '../../core/auth/signIn/scopes.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import type { Services } from '../../host/services.ts';
import { type BrowserSignInPorts, signInThroughBrowser } from '../../host/signIn/browserSignIn.ts';
import { chooseOne } from '../../host/ui/chooseOne.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { showInformationMessage } from '../../host/vscode/notifications.ts';
import { setting } from '../../host/vscode/settings.ts';
import { startLoopbackServer } from '../../platform/signIn/loopbackServer.ts';

export type IntegrationSignInPorts = BrowserSignInPorts & Pick<Services, 'secrets' | 'errors'>;

/** Signs in through the browser with the user's own integration. */
export async function signInWithIntegration(
  ports: IntegrationSignInPorts,
  baseUrl: string,
): Promise<Account | undefined> {
  const redirect = await chooseRedirect();
  if (redirect === undefined) return undefined;
  const integration = await askIntegration(ports.secrets, baseUrl, redirect.redirectUri);
  if (integration === undefined) return undefined;
  return signInThroughBrowser(ports, () => beginAttempt(ports, integration, redirect));
}

async function beginAttempt(
  ports: IntegrationSignInPorts,
  integration: Integration,
  { redirectUri, loopbackPort, isPasted = false }: Redirect,
): Promise<BrowserAttempt> {
  const facts = { kind: 'integration', redirectUri, startedAtMs: ports.clock.now() } as const;
  const scopes = requestedScopes(scopePrefixOf(integration.baseUrl, setting('service.scopePrefix')));
  const flow = newIntegrationFlow({ ...integration, ...facts, scopes });
  const attempt = { flow, isPasted, address: authorizeUrl(flow) };
  if (loopbackPort === undefined) return attempt;
  const server = await startLoopbackServer({
    port: loopbackPort,
    state: flow.state,
    pageText: {
      title: 'Roomside',
      received: l10n.t('Return to your editor. You can close this page.'),
      declined: l10n.t('Access was denied. You can close this page.'),
      unknown: l10n.t("Roomside isn't expecting this sign-in."),
    },
    // The waiting flow gets its own result. Only errors that no flow receives are thrown here.
    onCallback: (query) => void ports.flows.complete(query).catch((error: unknown) => ports.errors.report(error)),
  });
  return { ...attempt, close: () => server.close() };
}

/** The redirect URI for this window. The user picks one of several, or confirms that the address must be pasted. */
export async function chooseRedirect(isBrowserWindow = env.uiKind === UIKind.Web): Promise<Redirect | undefined> {
  const facts = { uriScheme: env.uriScheme, isBrowserWindow, loopbackPort: setting('signIn.loopbackPort') };
  const redirects = possibleRedirects(facts);
  const [first] = redirects;
  if (first?.isPasted) return (await explainPasting(first)) ? first : undefined;
  const placeHolder = l10n.t('Select the redirect URI that you registered');
  const options = { title: l10n.t('Sign In'), placeHolder, ignoreFocusOut: true };
  return chooseOne(redirects, rowOf, options);
}

function rowOf({ redirectUri: description, loopbackPort }: Redirect) {
  if (loopbackPort === undefined) return { label: l10n.t('Return to the Editor'), description };
  const remote = env.remoteName === undefined ? {} : { detail: l10n.t('The browser must run on the remote computer.') };
  return { label: l10n.t('Return to This Computer'), description, ...remote };
}

/** Explains that the browser cannot return to this window by itself. @returns whether to continue */
async function explainPasting({ redirectUri }: Redirect): Promise<boolean> {
  const text = l10n.t("In a browser window, sign-in ends on a page that can't be displayed.");
  const detail = l10n.t(
    'Copy the whole address of that page and paste it here. Your integration must be registered with the redirect URI {0}.',
    redirectUri,
  );
  const continueButton = l10n.t('Continue');
  return (await showInformationMessage(text, { modal: true, detail }, continueButton)) === continueButton;
}

/**
 * The user's own integration: the one used last, or a new one. A new one is stored only after a successful sign-in, and
 * only in secret storage.
 */
export async function askIntegration(
  secrets: SecretStore,
  baseUrl: string,
  redirectUri: string,
): Promise<Integration | undefined> {
  const known = await readIntegration(secrets, baseUrl);
  if (known !== undefined) {
    const use = { label: l10n.t('Use Saved Integration'), description: known.clientId };
    const another = { label: l10n.t('Use Another Integration…') };
    const choice = await window.showQuickPick([use, another], { title: l10n.t('Sign In'), ignoreFocusOut: true });
    if (choice === undefined) return undefined;
    if (choice === use) return known;
  }
  const clientId = await askText({
    prompt: l10n.t('Client ID of your integration, registered with the redirect URI {0}', redirectUri),
    copy: redirectUri,
  });
  if (clientId === undefined) return undefined;
  const clientSecret = await askText({
    prompt: l10n.t('Client secret (stored in the keyring of this computer)'),
    isSecret: true,
  });
  if (clientSecret === undefined) return undefined;
  return { baseUrl, clientId, clientSecret };
}

interface Question {
  readonly prompt: string;
  readonly isSecret?: boolean;
  /** Text that a button of the input box copies. */
  readonly copy?: string;
}

function askText({ prompt, isSecret = false, copy }: Question): Promise<string | undefined> {
  const store = new DisposableStore();
  const box = store.add(window.createInputBox());
  const copyButton: QuickInputButton = { iconPath: new ThemeIcon('copy'), tooltip: l10n.t('Copy Redirect URI') };
  Object.assign(box, { title: l10n.t('Sign In'), prompt, password: isSecret, ignoreFocusOut: true });
  if (copy !== undefined) box.buttons = [copyButton];
  return new Promise<string | undefined>((resolve) => {
    store.add(
      box.onDidTriggerButton(() => {
        void env.clipboard.writeText(copy ?? '').then(() => showSuccess(l10n.t('Redirect URI copied')));
      }),
    );
    store.add(
      box.onDidAccept(() => {
        const text = box.value.trim();
        if (text === '') box.validationMessage = l10n.t('Enter a value.');
        else resolve(text);
      }),
    );
    store.add(box.onDidHide(() => resolve(undefined)));
    box.show();
  }).finally(() => store.dispose());
}

import { env, l10n, UIKind, window } from 'vscode';
import { possibleRedirects, type Redirect } from '../../core/auth/redirect.ts';
import { settings } from '../../host/vscode/settings.ts';

/** The redirect URI for this window. The user picks one of several, or confirms that the address must be pasted. */
export async function chooseRedirect(isBrowserWindow = env.uiKind === UIKind.Web): Promise<Redirect | undefined> {
  const facts = { uriScheme: env.uriScheme, isBrowserWindow, loopbackPort: settings.loopbackPort.value };
  const redirects = possibleRedirects(facts);
  const [first] = redirects;
  if (first?.isPasted) return (await explainPasting(first)) ? first : undefined;
  if (redirects.length === 1) return first;
  const placeHolder = l10n.t('Select the redirect URI that you registered');
  const options = { title: l10n.t('Sign In'), placeHolder, ignoreFocusOut: true };
  return (await window.showQuickPick(redirects.map(rowOf), options))?.redirect;
}

function rowOf(redirect: Redirect) {
  const { redirectUri: description, loopbackPort } = redirect;
  if (loopbackPort === undefined) return { label: l10n.t('Back to the Editor'), description, redirect };
  const remote = env.remoteName === undefined ? {} : { detail: l10n.t('The browser must run on the remote computer.') };
  return { label: l10n.t('Back to This Computer'), description, ...remote, redirect };
}

/** Explains that the browser cannot return to this window by itself. @returns whether to continue */
async function explainPasting({ redirectUri }: Redirect): Promise<boolean> {
  const text = l10n.t("In a browser window, sign-in ends on a page that can't be displayed.");
  const detail = l10n.t(
    'Copy the whole address of that page and paste it here. Your integration must be registered with the redirect URI {0}.',
    redirectUri,
  );
  const continueButton = l10n.t('Continue');
  return (await window.showInformationMessage(text, { modal: true, detail }, continueButton)) === continueButton;
}

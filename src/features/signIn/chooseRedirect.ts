import { env, l10n, window } from 'vscode';
import { loopbackAddress } from '../../core/auth/loopbackRedirect.ts';
import { callbackUri } from '../../host/callbackUri.ts';
import { settings } from '../../host/settings.ts';

/** Where the browser comes back to, as it is registered with the service. */
export interface Redirect {
  readonly redirectUri: string;
  /** Of this computer, when it is not the editor that is opened. */
  readonly loopbackPort?: number;
}

/** The editor's own address, or, where the user has set a port for it, that of this computer, as the user chooses. */
export async function chooseRedirect(): Promise<Redirect | undefined> {
  // The service wants exactly what was registered, so nothing may be added to it for this window alone.
  const editor = { redirectUri: callbackUri().toString(true) };
  const loopbackPort = settings.loopbackPort.value;
  if (loopbackPort === 0) return editor;
  const computer = { redirectUri: loopbackAddress(loopbackPort), loopbackPort };
  const remote = env.remoteName === undefined ? {} : { detail: l10n.t('The browser must run on the remote computer.') };
  const rows = [
    { label: l10n.t('Back to the Editor'), description: editor.redirectUri, redirect: editor },
    { label: l10n.t('Back to This Computer'), description: computer.redirectUri, ...remote, redirect: computer },
  ];
  const placeHolder = l10n.t('Which redirect URI did you register?');
  return (await window.showQuickPick(rows, { title: l10n.t('Sign In'), placeHolder, ignoreFocusOut: true }))?.redirect;
}

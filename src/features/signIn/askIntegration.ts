import { env, l10n, type QuickInputButton, ThemeIcon, window } from 'vscode';
import { type Integration, type IntegrationPorts, readIntegration } from '../../core/auth/signIn/integration.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';

/**
 * The user's own integration: the one used last, or a new one. A new one is stored only after a successful sign-in, and
 * only in secret storage.
 */
export async function askIntegration(
  ports: IntegrationPorts,
  baseUrl: string,
  redirectUri: string,
): Promise<Integration | undefined> {
  const known = await readIntegration(ports.secrets, baseUrl);
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

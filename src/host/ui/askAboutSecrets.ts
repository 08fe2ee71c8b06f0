import { l10n, window } from 'vscode';
import { limitLines } from './secretLines.ts';

/** How secrets are handled before a text leaves the machine. */
export type SecretChoice = 'mask' | 'asIs';

interface SecretQuestion {
  /** What is to be sent or copied, as the dialog names it. */
  readonly name: string;
  /** The findings, one line each. */
  readonly risks: readonly string[];
  /** Whether secrets can be masked in it. */
  readonly canMask: boolean;
  readonly action: 'send' | 'copy';
}

/** Asks in a modal dialog, because a sent message cannot be unsent. `undefined` when the user cancels. */
export async function askAboutSecrets(question: SecretQuestion): Promise<SecretChoice | undefined> {
  const { name, risks, canMask, action } = question;
  const isCopy = action === 'copy';
  const mask = isCopy ? l10n.t('Mask and Copy') : l10n.t('Mask and Send');
  const asIs = isCopy ? l10n.t('Copy As Is') : l10n.t('Send As Is');
  const message = l10n.t('{0} may contain secrets.', name);
  const hint = canMask ? ['', l10n.t('Masking replaces every secret with MASKED.')] : [];
  const detail = [...limitLines(risks), ...hint].join('\n');
  const choice = await window.showWarningMessage(
    message,
    { modal: true, detail },
    ...(canMask ? [mask, asIs] : [asIs]),
  );
  if (choice === undefined) return undefined;
  return choice === mask ? 'mask' : 'asIs';
}

import { l10n, window } from 'vscode';
import { limitLines } from './secretLines.ts';

/** What happens to secrets before something leaves. */
export type SecretChoice = 'mask' | 'asIs';

interface SecretQuestion {
  /** What is about to leave, as it is shown. */
  readonly name: string;
  /** What speaks against it, each in a line. */
  readonly risks: readonly string[];
  /** Whether a version without secrets can be made. */
  readonly canMask: boolean;
  readonly action: 'send' | 'copy';
}

/** Asks in a dialog that must be answered: what leaves cannot be taken back. `undefined` when given up. */
export async function askAboutSecrets(question: SecretQuestion): Promise<SecretChoice | undefined> {
  const { name, risks, canMask, action } = question;
  const isCopy = action === 'copy';
  const mask = isCopy ? l10n.t('Mask and Copy') : l10n.t('Mask and Send');
  const asIs = isCopy ? l10n.t('Copy As Is') : l10n.t('Send As Is');
  const message = isCopy
    ? l10n.t('Secrets may be copied with {0}.', name)
    : l10n.t('Secrets may leave with {0}.', name);
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

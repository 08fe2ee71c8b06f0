import { l10n } from 'vscode';
import { showWarningMessage } from '../../../host/vscode/notifications.ts';

/** No key would send it. The list stays open, so that its text can be copied. */
export async function showUndrawn(): Promise<void> {
  const detail = l10n.t('You can copy it as a message, and send that yourself.');
  await showWarningMessage(
    l10n.t("What a program asks to share is sent from the page with the message, which this window can't show."),
    { modal: true, detail },
  );
}

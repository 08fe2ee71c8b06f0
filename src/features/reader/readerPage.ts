import { l10n, type Uri, type Webview } from 'vscode';
import { escapeHtml } from '../../core/base/text/displayText.ts';
import { webviewPage } from '../../host/ui/webviewPage.ts';

/** The HTML without messages: the script of the page requests them. */
export function readerPage(
  webview: Webview,
  extensionUri: Uri,
  { roomId, accountId }: { readonly roomId: string; readonly accountId: string },
): string {
  const body = `<main id="scroller">
<p id="loading" role="status">${escapeHtml(l10n.t('Loading…'))}</p>
<section id="feed" role="feed" aria-busy="true"></section>
</main>
<div id="failure" role="alert" hidden></div>
<footer>
<button type="button" id="reply"></button>
<button type="button" id="refresh" class="quiet"></button>
<span id="note" aria-hidden="true"></span>
<button type="button" id="toNewest" hidden></button>
<span id="live" class="spoken" role="status" aria-live="polite"></span>
</footer>`;
  const data = { 'data-room-id': roomId, 'data-account-id': accountId };
  return webviewPage(webview, extensionUri, { name: 'reader', data, body });
}

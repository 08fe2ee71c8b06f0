import { randomBytes } from 'node:crypto';
import { l10n, Uri, type Webview } from 'vscode';
import { escapeHtml } from '../../core/base/escapeHtml.ts';

/** The folders the page may load its own files from; nothing else is. */
export function readerRoots(extensionUri: Uri): readonly Uri[] {
  return [Uri.joinPath(extensionUri, 'dist'), Uri.joinPath(extensionUri, 'media')];
}

/** The empty page: one script and one style of ours, no image, no connection, nothing inline. */
export function readerPage(
  webview: Webview,
  extensionUri: Uri,
  { roomId, accountId }: { readonly roomId: string; readonly accountId: string },
): string {
  const nonce = randomBytes(16).toString('base64url');
  const address = (...path: string[]): string => `${webview.asWebviewUri(Uri.joinPath(extensionUri, ...path))}`;
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${address('media', 'reader.css')}">
<title>Roomside</title>
</head>
<body data-room-id="${escapeHtml(roomId)}" data-account-id="${escapeHtml(accountId)}">
<main id="scroller">
<p id="loading" role="status">${escapeHtml(l10n.t('Loading…'))}</p>
<section id="feed" role="feed" aria-busy="true"></section>
<div id="failure" role="alert" hidden></div>
</main>
<footer>
<button type="button" id="reply"></button>
<button type="button" id="refresh" class="quiet"></button>
<button type="button" id="toNewest" hidden></button>
<span id="live" class="spoken" role="status" aria-live="polite"></span>
</footer>
<script nonce="${nonce}" src="${address('dist', 'reader.js')}"></script>
</body>
</html>`;
}

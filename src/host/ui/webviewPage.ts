import { randomBytes } from 'node:crypto';
import { l10n, Uri, type Webview, type WebviewOptions, type WebviewPanelOptions } from 'vscode';
import { escapeHtml } from '../../core/base/text/displayText.ts';

export interface WebviewPage {
  /** The base name of its script in `dist`. */
  readonly name: string;
  /** For screen readers. */
  readonly title?: string;
  /** The base names of its style sheets in `media`; by default that of the script. */
  readonly styles?: readonly string[];
  /** Given to the script as `document.body.dataset`. Keys are names of attributes: `data-room-id`. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  /** Trusted markup, in which all other content is escaped. */
  readonly body: string;
}

/** The page may load only its own files. */
export function webviewPageOptions(extensionUri: Uri): WebviewOptions & WebviewPanelOptions {
  const localResourceRoots = ['dist', 'media'].map((folder) => Uri.joinPath(extensionUri, folder));
  return { enableScripts: true, localResourceRoots };
}

/** The HTML of the page: one script, its styles, images that it received, no remote content, no connections, nothing inline. */
export function webviewPage(
  webview: Webview,
  extensionUri: Uri,
  { name, title = 'Roomside', styles = [name], data, body }: WebviewPage,
): string {
  const nonce = randomBytes(16).toString('base64url');
  const address = (...path: string[]): string => `${webview.asWebviewUri(Uri.joinPath(extensionUri, ...path))}`;
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const links = styles.map((style) => `<link rel="stylesheet" href="${address('media', `${style}.css`)}">`);
  const attributes = Object.entries(data ?? {}).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<!DOCTYPE html>
<html lang="${escapeHtml(l10n.t('en'))}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${links.join('\n')}
<title>${escapeHtml(title)}</title>
</head>
<body${attributes.join('')}>
${body}
<script nonce="${nonce}" src="${address('dist', `${name}.js`)}"></script>
</body>
</html>`;
}

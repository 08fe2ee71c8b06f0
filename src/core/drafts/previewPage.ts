import { escapeHtml } from '../base/text/displayText.ts';

/** The content of the page; everything except `body` is plain text. */
export interface PreviewContent {
  /** As in `<html lang>`. */
  readonly language: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** The accessible name of the message. */
  readonly label: string;
  /** The text for an empty message. */
  readonly empty: string;
  /** Safe HTML from `renderMarkdown`. */
  readonly body: string;
  readonly nonce: string;
}

const style = `
body { padding: 0 1.5rem 2rem; line-height: 1.55; color: var(--vscode-editor-foreground); }
header { padding: 0.9rem 0 0.7rem; margin-bottom: 1rem; border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); }
h1 { font-size: 1.05rem; font-weight: 600; margin: 0 0 0.2rem; overflow-wrap: anywhere; }
header p, .empty { color: var(--vscode-descriptionForeground); margin: 0; overflow-wrap: anywhere; }
main { max-width: 52rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.8rem 1rem; border-radius: 5px; background: var(--vscode-textCodeBlock-background); border: 1px solid var(--vscode-contrastBorder, transparent); }
code { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); color: inherit; background: none; tab-size: 4; }
:not(pre) > code { padding: 0.1em 0.35em; border-radius: 3px; background: var(--vscode-textCodeBlock-background); border: 1px solid var(--vscode-contrastBorder, transparent); }
blockquote { margin: 0.8rem 0; padding: 0.1rem 1rem; border-left: 3px solid var(--vscode-textBlockQuote-border); background: var(--vscode-textBlockQuote-background); }
a { color: var(--vscode-textLink-foreground); }
.mention { border: 1px solid var(--vscode-contrastBorder, transparent); padding: 0.1em 0.35em; border-radius: 3px; color: var(--vscode-badge-foreground); background: var(--vscode-badge-background); }
`;

/** Creates the preview page. Its content security policy allows only its style sheet. */
export function previewPage({ language, title, facts, label, empty, body, nonce }: PreviewContent): string {
  const message = body.trim() === '' ? `<p class="empty">${escapeHtml(empty)}</p>` : body;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1>${facts.map((fact) => `<p>${escapeHtml(fact)}</p>`).join('')}</header>
<main aria-label="${escapeHtml(label)}">${message}</main>
</body>
</html>`;
}

import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../http/escapeHtml.ts';
import { pageScript } from './pageScript.ts';
import { pageStyle } from './pageStyle.ts';

/** What a page says. `body` is HTML; `title` is text. */
export interface PageContent {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page under a policy that allows its own style and script and nothing else; neither holds a value of the request. */
export function renderPage({ title, body, status = 200, headers = {} }: PageContent): Response {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<main>
<p class="brand">Roomside sign-in</p>
${body}
</main>
<script nonce="${nonce}">${pageScript}</script>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  });
}

/** A page for what went wrong, with nothing to press. */
export function renderProblemPage(
  problem: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  return renderPage({
    title: 'Cannot sign in',
    status,
    headers,
    body: `<h1>This sign-in cannot go on</h1>
<p role="alert">${escapeHtml(problem)}</p>
<p class="soft">Nothing was changed. Close this page and start again from your editor.</p>`,
  });
}

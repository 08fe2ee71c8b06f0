import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../http/escapeHtml.ts';
import { pageStyle } from './pageStyle.ts';

/** What a page says. `body` is HTML; `title` is text. */
export interface PageContent {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  /**
   * Where its forms may lead. `own` keeps them here. `anywhere` is for the decision alone: browsers hold the redirect
   * that follows a form to the same rule, and every redirect after it, so a rule would keep `vscode:` addresses and
   * callback servers that pass on to them from being reached.
   */
  readonly forms: 'none' | 'own' | 'anywhere';
}

/** A page of the sign-in, under a policy that allows its own style and nothing else. */
export function renderPage({ title, body, status = 200, forms }: PageContent): Response {
  const nonce = randomBytes(16).toString('base64');
  const formAction = { none: "; form-action 'none'", own: "; form-action 'self'", anywhere: '' }[forms];
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'${formAction}`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<main>
<p class="brand">Roomside sandbox · demo service on this machine</p>
${body}
</main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  });
}

/** A page for what went wrong, with nothing to press. */
export function renderProblemPage(problem: string, status = 400): Response {
  return renderPage({
    title: 'Cannot sign in',
    status,
    forms: 'none',
    body: `<h1>This sign-in cannot go on</h1>
<p role="alert">${escapeHtml(problem)}</p>
<p class="soft small">Nothing was granted. Close this page and start again from your editor.</p>`,
  });
}

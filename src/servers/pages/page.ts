import { randomBytes } from 'node:crypto';
import { html as honoHtml, raw } from 'hono/html';
import { pageHeaders } from './pageHeaders.ts';
import { pageStyle } from './pageStyle.ts';

/** HTML in which every value is escaped. */
export type Html = ReturnType<typeof raw>;

type HtmlValue = string | number | undefined | Html | readonly Html[];

/** Writes HTML: texts are escaped, HTML and lists of it are not. Without promises among the values it gives no promise. */
export const html = honoHtml as (strings: TemplateStringsArray, ...values: HtmlValue[]) => Html;

/** What a page says. */
export interface Page {
  readonly title: string;
  /** Above the content: who shows the page. */
  readonly brand: string;
  readonly body: Html;
  /** Our own text, without a value of the request. */
  readonly script?: string;
  /**
   * Where its forms may lead, by default nowhere. `own` keeps them here. `anywhere` is for the decision alone: browsers
   * hold the redirect that follows a form to the same rule, and every redirect after it, so a rule would keep `vscode:`
   * addresses and callback servers that pass on to them from being reached.
   */
  readonly forms?: 'own' | 'anywhere';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page under a policy that allows its own style and script and nothing else. */
export function renderPage({ title, brand, body, script, forms, status = 200, headers = {} }: Page): Response {
  const nonce = randomBytes(16).toString('base64');
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${raw(pageStyle)}</style>
</head>
<body>
<main>
<p class="brand">${brand}</p>
${body}
</main>
${script === undefined ? undefined : html`<script nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(forms === 'anywhere' ? [] : [`form-action ${forms === 'own' ? "'self'" : "'none'"}`]),
  ].join('; ');
  return new Response(String(text), {
    status,
    headers: {
      ...headers,
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    },
  });
}

/** What a page says about a failure, with nothing to press. */
export function problemContent(problem: string): Pick<Page, 'title' | 'body'> {
  return {
    title: 'Cannot sign in',
    body: html`<h1>This sign-in cannot go on</h1>
<p role="alert">${problem}</p>
<p class="soft">Nothing was changed. Close this page and start again from your editor.</p>`,
  };
}

import { randomBytes } from 'node:crypto';
import { html as honoHtml, raw } from 'hono/html';
import { pageHeaders } from './pageHeaders.ts';
import { pageStyle } from './pageStyle.ts';

/** HTML in which every value is escaped. */
export type Html = ReturnType<typeof raw>;

type HtmlValue = string | number | undefined | Html | readonly Html[];

/** Creates HTML: strings are escaped, HTML and lists of it are not. Returns no promise, because no value is one. */
export const html = honoHtml as (strings: TemplateStringsArray, ...values: HtmlValue[]) => Html;

/** The content of a page. */
export interface HtmlPage {
  readonly title: string;
  /** Above the content: the name of the server. */
  readonly brand: string;
  readonly body: Html;
  /** Trusted text, without values from the request. */
  readonly script?: string;
  /**
   * Where forms of the page may lead, by default nowhere. `own`: this server. `anywhere`: only for the consent form.
   * Browsers apply the rule to every redirect that follows a form, so that a rule would block `vscode:` addresses and
   * callback servers that forward to them.
   */
  readonly forms?: 'own' | 'anywhere';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders a page whose policy allows only its own style and script. */
export function renderPage({ title, brand, body, script, forms, status = 200, headers = {} }: HtmlPage): Response {
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

/** The content of an error page, without buttons. */
export function problemContent(problem: string): Pick<HtmlPage, 'title' | 'body'> {
  return {
    title: "Couldn't sign in",
    body: html`<h1>Couldn't complete sign-in</h1>
<p role="alert">${problem}</p>
<p class="soft">Nothing was changed. Close this page and start again from your editor.</p>`,
  };
}

import { randomBytes } from 'node:crypto';
import { html as honoHtml, raw } from 'hono/html';
import type { PageLanguage } from './pageLanguage.ts';
import { type PageTextKey, pageText, pageTexts } from './pageTexts.ts';

/** HTML in which every value is escaped. */
export type Html = ReturnType<typeof raw>;

type HtmlValue = string | number | undefined | Html | readonly Html[];

/** Creates HTML: strings are escaped, HTML and lists of it are not. Returns no promise, because no value is one. */
export const html = honoHtml as (strings: TemplateStringsArray, ...values: HtmlValue[]) => Html;

/** A text in which `{0}` is replaced by HTML or by escaped text. */
export function fillHtml(text: string, ...values: readonly (string | Html)[]): Html {
  const parts = text.split(/\{(\d)\}/).map((part, at) => (at % 2 === 0 ? part : values[Number(part)]));
  return html`${parts.map((part) => html`${part}`)}`;
}

/** The content of a page. */
export interface HtmlPage {
  readonly language: PageLanguage;
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

/** The headers of every sign-in page: no caching, no framing, no content sniffing, no indexing, no referrer. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
} as const;

/** Renders a page whose policy allows only its own style and script. */
export function renderPage(page: HtmlPage): Response {
  const { language, title, brand, body, script, forms, status = 200, headers = {} } = page;
  const nonce = randomBytes(16).toString('base64');
  const text = html`<!doctype html>
<html lang="${language}">
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
      vary: 'Accept-Language',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    },
  });
}

/** A problem that a page shows: a text of the table, or a detail in English for the developer of the link. */
export type PageProblem =
  | { readonly key: PageTextKey; readonly values?: readonly string[] }
  | { readonly detail: string };

/** The paragraphs of a problem. */
export function problemText(language: PageLanguage, problem: PageProblem): Html {
  if ('key' in problem) return html`<p role="alert">${pageText(language, problem.key, problem.values)}</p>`;
  const { invalidLink, details } = pageTexts[language];
  return html`<p role="alert">${invalidLink}</p>
<details><summary>${details}</summary><p class="soft" lang="en">${problem.detail}</p></details>`;
}

/** The content of an error page, without buttons. */
export function problemContent(
  language: PageLanguage,
  problem: PageProblem,
): Pick<HtmlPage, 'language' | 'title' | 'body'> {
  const texts = pageTexts[language];
  return {
    language,
    title: texts.problemTitle,
    body: html`<h1>${texts.problemHeading}</h1>
${problemText(language, problem)}
<p class="soft">${texts.problemHint}</p>`,
  };
}

/** The style of the sign-in pages: light or dark as the browser prefers. */
const pageStyle = `
:root { color-scheme: light dark; --back: #f3f4f7; --card: #fff; --ink: #1b1f27; --soft: #5a6372; --line: #dfe3ea;
  --accent: #1f5fd0; --accent-ink: #fff; --warn: #8a4b00; --warn-back: #fff4e2; }
@media (prefers-color-scheme: dark) { :root { --back: #12151b; --card: #1b2029; --ink: #eef1f6; --soft: #a3adbd;
  --line: #313947; --accent: #79a9ff; --accent-ink: #0d1726; --warn: #ffd08a; --warn-back: #33270f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--back);
  color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 460px; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 28px 28px 24px; box-shadow: 0 8px 30px rgb(0 0 0 / 8%); }
.brand { display: flex; align-items: center; gap: 8px; color: var(--soft); font-size: 13px; margin: 0 0 14px; }
.brand::before { content: ""; width: 14px; height: 14px; border-radius: 4px; background: var(--accent); }
h1 { font-size: 21px; line-height: 1.3; margin: 0 0 8px; }
h2 { font-size: 14px; margin: 20px 0 6px; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.small { font-size: 13px; }
.phrase { font: 600 22px ui-monospace, "SF Mono", Consolas, monospace; letter-spacing: 2px; }
summary { cursor: pointer; }
ul { list-style: none; margin: 0; padding: 0; }
.people li + li { margin-top: 6px; }
.people { max-height: 300px; overflow-y: auto; margin: 14px -6px 0; padding: 6px; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; border-radius: 9px; border: 1px solid var(--line); background: none; padding: 9px 16px; }
button:hover { border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.person { display: flex; gap: 12px; align-items: center; width: 100%; text-align: left; padding: 8px 12px; }
.person span { display: block; min-width: 0; }
.person .initials { flex: none; width: 34px; height: 34px; border-radius: 50%; display: grid; place-items: center;
  background: var(--accent); color: var(--accent-ink); font-weight: 600; font-size: 13px; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
a.primary { display: block; text-align: center; text-decoration: none; padding: 11px 16px; border-radius: 9px;
  margin: 18px 0; }
.wide { width: 100%; }
.wide .small { display: block; font-weight: 400; }
details { margin-top: 14px; }
summary { cursor: pointer; }
label { display: block; font-weight: 600; margin: 18px 0 6px; }
.row { display: flex; gap: 8px; margin: 10px 0; }
.row input { flex: 1; min-width: 0; padding: 9px 12px; border-radius: 9px; border: 1px solid var(--line);
  background: var(--back); }
select { width: 100%; padding: 9px 12px; border-radius: 9px; border: 1px solid var(--line); background: var(--back); }
#code, #place { font: 13px ui-monospace, "SF Mono", Consolas, monospace; }
.scopes { border: 1px solid var(--line); border-radius: 9px; }
.scopes li { padding: 9px 14px; }
.scopes li + li { border-top: 1px solid var(--line); }
code { font: 12.5px ui-monospace, "SF Mono", Consolas, monospace; color: var(--soft); overflow-wrap: anywhere; }
.note { background: var(--warn-back); color: var(--warn); border-radius: 9px; padding: 10px 14px; margin: 14px 0 0; }
.actions { display: flex; gap: 10px; justify-content: flex-end; margin-top: 22px; }
.link { border: 0; padding: 0; color: var(--accent); text-decoration: underline; }
`;

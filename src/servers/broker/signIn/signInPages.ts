import { createHash } from 'node:crypto';
import type { BrokerCallbackQuery } from '../../../core/auth/brokerProtocol.ts';
import { type Html, type HtmlPage, html, problemContent, renderPage } from '../../pages/htmlPage.ts';
import { callbackQuery, callbackTarget, editorNameOf } from './callbackAddress.ts';

/** The editor of a flow. */
interface WaitingEditor {
  /** The callback address; empty when the editor cannot be called back. */
  readonly address: string;
  readonly challenge: string;
}

/**
 * Removes the code from the address bar and the history, opens the editor, and copies the code. The page also works without
 * the script: the link opens the editor, and the text can be copied.
 */
const script = `{
history.replaceState(null, '', location.pathname);
const open = document.getElementById('open');
const copy = document.getElementById('copy');
const code = document.getElementById('code');
copy?.addEventListener('click', () => {
  const done = () => { copy.textContent = 'Copied'; };
  const byHand = () => { code.focus(); code.select(); };
  navigator.clipboard ? navigator.clipboard.writeText(code.value).then(done, byHand) : byHand();
});
if (open) location.assign(open.href);
}`;

function renderBrokerPage(page: Omit<HtmlPage, 'brand' | 'script'>): Response {
  return renderPage({ brand: 'Roomside sign-in', script, ...page });
}

/** An error page without buttons. */
export function renderProblemPage(
  problem: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  return renderBrokerPage({ ...problemContent(problem), status, headers });
}

/** The page after an approved sign-in: opens the editor, or shows the code to copy. */
export function renderReturnPage(editor: WaitingEditor, answer: BrokerCallbackQuery): Response {
  const phrase = matchPhrase(editor.challenge);
  const copied = html`<div class="row">
<input id="code" readonly aria-label="Sign-in code" value="${callbackQuery(answer)}">
<button id="copy" type="button">Copy</button>
</div>
<p class="soft">It works once, within two minutes, and only in the editor that started this sign-in. Never send it to
anyone who asks for it by email or chat.</p>`;
  if (editor.address === '') {
    return renderBrokerPage({
      title: 'Copy the sign-in code',
      body: html`<h1>Copy this code into your editor</h1>
<p>Choose <strong>Paste Code</strong> there. Check that your editor also shows this. If it doesn't, close this page.</p>
<p class="phrase">${phrase}</p>
${copied}`,
    });
  }
  return renderBrokerPage({
    title: 'Return to your editor',
    body: html`<h1>Open ${editorNameOf(editor.address)} to finish</h1>
<p>If your browser asks, allow it to open the editor. Check that your editor also shows this. If it doesn't, close this
page.</p>
<p class="phrase">${phrase}</p>
${openLink(editor, answer)}
<details><summary>Still waiting?</summary>
<p>Choose <strong>Paste Code</strong> in your editor, and paste this:</p>
${copied}</details>`,
  });
}

/** The page after a sign-in that the user or the service declined. It reports the result to the editor. */
export function renderDeniedPage(
  editor: WaitingEditor,
  answer: BrokerCallbackQuery,
  description: string | undefined,
): Response {
  return renderBrokerPage({
    title: 'Sign-in denied',
    body: html`<h1>Sign-in was denied</h1>
<p role="alert">No access was given and nothing was changed.</p>
${description === undefined ? undefined : html`<p>The service says: ${description}</p>\n`}
${editor.address === '' ? html`<p class="soft">You can close this page.</p>` : openLink(editor, answer)}`,
  });
}

function openLink(editor: WaitingEditor, answer: BrokerCallbackQuery): Html {
  const target = callbackTarget(editor.address, answer);
  return html`<a class="primary" id="open" rel="noreferrer" href="${target}">Open ${editorNameOf(editor.address)}</a>`;
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A phrase that the editor shows too: 40 bits of SHA-256(`roomside match phrase ` + challenge), as `K7QF-2MXD`. */
export function matchPhrase(challenge: string): string {
  const bytes = createHash('sha256').update(`roomside match phrase ${challenge}`).digest().subarray(0, 8);
  const text = [...bytes].map((byte) => letters.charAt(byte & 31)).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

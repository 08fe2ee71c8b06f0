import { createHash } from 'node:crypto';
import type { BrokerCallbackQuery } from '../../../core/auth/brokerProtocol.ts';
import { fillHtml, type Html, type HtmlPage, html, problemContent, renderPage } from '../../pages/htmlPage.ts';
import type { PageLanguage } from '../../pages/pageLanguage.ts';
import { pageTexts } from '../../pages/pageTexts.ts';
import type { BrokerError } from '../brokerError.ts';
import { callbackQuery, callbackTarget, editorNameOf } from './callbackAddress.ts';

interface WaitingEditor {
  /** The callback address; empty when the editor cannot be called back. */
  readonly address: string;
  readonly challenge: string;
  readonly language: PageLanguage;
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
  const done = () => { copy.textContent = copy.dataset.done; };
  const byHand = () => { code.focus(); code.select(); };
  navigator.clipboard ? navigator.clipboard.writeText(code.value).then(done, byHand) : byHand();
});
if (open) location.assign(open.href);
}`;

function renderBrokerPage(page: Omit<HtmlPage, 'brand' | 'script'>): Response {
  return renderPage({ brand: pageTexts[page.language].signInBrand, script, ...page });
}

/** An error page without buttons. */
export function renderProblemPage({ problem, status, headers }: BrokerError, language: PageLanguage): Response {
  return renderBrokerPage({ ...problemContent(language, problem), status, headers });
}

/** The page after an approved sign-in: opens the editor, or shows the code to copy. */
export function renderReturnPage(editor: WaitingEditor, answer: BrokerCallbackQuery): Response {
  const { language, address } = editor;
  const texts = pageTexts[language];
  const phrase = html`<p class="phrase">${matchPhrase(editor.challenge)}</p>`;
  const pasteCode = html`<strong>${texts.pasteCode}</strong>`;
  const copied = html`<div class="row">
<input id="code" readonly aria-label="${texts.codeLabel}" value="${callbackQuery(answer)}">
<button id="copy" type="button" data-done="${texts.copied}">${texts.copy}</button>
</div>
<p class="soft">${texts.codeWarning}</p>`;
  if (address === '') {
    return renderBrokerPage({
      language,
      title: texts.copyCodeTitle,
      body: html`<h1>${texts.copyCodeHeading}</h1>
<p>${fillHtml(texts.choosePasteCode, pasteCode)} ${texts.checkPhrase}</p>
${phrase}
${copied}`,
    });
  }
  return renderBrokerPage({
    language,
    title: texts.returnTitle,
    body: html`<h1>${fillHtml(texts.openToFinish, editorNameOf(address) ?? texts.yourEditor)}</h1>
<p>${texts.allowOpening} ${texts.checkPhrase}</p>
${phrase}
${openLink(editor, answer)}
<details><summary>${texts.stillWaiting}</summary>
<p>${fillHtml(texts.pasteInEditor, pasteCode)}</p>
${copied}</details>`,
  });
}

/** The page after a sign-in that the user or the service declined. It reports the result to the editor. */
export function renderDeniedPage(
  editor: WaitingEditor,
  answer: BrokerCallbackQuery,
  description: string | undefined,
): Response {
  const texts = pageTexts[editor.language];
  return renderBrokerPage({
    language: editor.language,
    title: texts.deniedTitle,
    body: html`<h1>${texts.deniedHeading}</h1>
<p role="alert">${texts.deniedText}</p>
${description === undefined ? undefined : html`<p>${fillHtml(texts.serviceSays, description)}</p>\n`}
${editor.address === '' ? html`<p class="soft">${texts.closePage}</p>` : openLink(editor, answer)}`,
  });
}

function openLink(editor: WaitingEditor, answer: BrokerCallbackQuery): Html {
  const texts = pageTexts[editor.language];
  const target = callbackTarget(editor.address, answer);
  const title = fillHtml(texts.openEditor, editorNameOf(editor.address) ?? texts.yourEditor);
  return html`<a class="primary" id="open" rel="noreferrer" href="${target}">${title}</a>`;
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A phrase that the editor shows too: 40 bits of SHA-256(`roomside match phrase ` + challenge), as `K7QF-2MXD`. */
export function matchPhrase(challenge: string): string {
  const bytes = createHash('sha256').update(`roomside match phrase ${challenge}`).digest().subarray(0, 8);
  const text = [...bytes].map((byte) => letters.charAt(byte & 31)).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

import type { BrokerCallbackQuery } from '../../../core/auth/brokerProtocol.ts';
import { escapeHtml } from '../http/escapeHtml.ts';
import { callbackQuery, callbackTarget, editorNameOf } from '../signIn/callbackAddress.ts';
import { matchPhrase } from '../signIn/matchPhrase.ts';
import { renderPage } from './page.ts';

/** Which editor waits, and for what. */
export interface WaitingEditor {
  /** Its callback address; empty when it cannot be called back. */
  readonly address: string;
  readonly challenge: string;
}

/** The end of a sign-in that was approved: opens the editor, or gives the code to be copied. */
export function renderReturnPage(editor: WaitingEditor, answer: BrokerCallbackQuery): Response {
  const phrase = matchPhrase(editor.challenge);
  const copied = `<div class="row">
<input id="code" readonly aria-label="Sign-in code" value="${escapeHtml(callbackQuery(answer))}">
<button id="copy" type="button">Copy</button>
</div>
<p class="soft">It works once, within two minutes, in the editor that began this sign-in and in no other. Whoever asks
you for it by mail or chat is up to no good.</p>`;
  if (editor.address === '') {
    return renderPage({
      title: 'Copy the sign-in code',
      body: `<h1>Copy this code into your editor</h1>
<p>Choose <strong>Paste Code</strong> there. Your editor shows the same phrase:</p>
<p class="phrase">${phrase}</p>
${copied}`,
    });
  }
  const name = escapeHtml(editorNameOf(editor.address));
  return renderPage({
    title: 'Return to your editor',
    body: `<h1>Open ${name} to finish</h1>
<p>Your browser may ask whether it may open it. Your editor shows the same phrase:</p>
<p class="phrase">${phrase}</p>
${openLink(editor, answer)}
<details><summary>Nothing happens?</summary>
<p>Choose <strong>Paste Code</strong> in your editor, and paste this:</p>
${copied}</details>`,
  });
}

/** The end of a sign-in that was declined, by the user or the service: the editor is told, too. */
export function renderDeniedPage(
  editor: WaitingEditor,
  answer: BrokerCallbackQuery,
  description: string | undefined,
): Response {
  const said = description === undefined ? '' : `<p>The service says: ${escapeHtml(description)}</p>\n`;
  const open = editor.address === '' ? '<p class="soft">You can close this page.</p>' : openLink(editor, answer);
  return renderPage({
    title: 'Sign-in declined',
    body: `<h1>Sign-in was declined</h1>
<p role="alert">No access was given and nothing was changed.</p>
${said}${open}`,
  });
}

function openLink(editor: WaitingEditor, answer: BrokerCallbackQuery): string {
  const target = escapeHtml(callbackTarget(editor.address, answer));
  return `<a class="primary" id="open" rel="noreferrer" href="${target}">Open ${escapeHtml(editorNameOf(editor.address))}</a>`;
}

import { html, renderPage } from '../pages/htmlPage.ts';
import { knownEditors } from './config/addresses.ts';
import type { BrokerContext, RequestContext } from './context.ts';

const brand = 'Roomside';

/**
 * Reads the link from the fragment, which browsers do not send, and offers the editor that was used last. It opens none by
 * itself, because any page can navigate here. The editor checks the link (`parseEditorLink`); here it is only shown. base64url, because editors decode a query an unknown number of times.
 */
const script = `{
const key = 'roomside.editor';
const maxLength = 2000;
const byId = (id) => document.getElementById(id);
const editor = byId('editor');
const open = byId('open');
const stored = (act) => { try { return act(); } catch { return undefined; } };
const visible = (text) => text.replace(/[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]/gu, (sign) => '\\\\u{' + sign.codePointAt(0).toString(16) + '}');
const valueOf = (text, name) => {
  const values = text.split('&').filter((part) => part.startsWith(name + '='));
  try { return values.length === 1 ? decodeURIComponent(values[0].slice(name.length + 1)) : ''; } catch { return ''; }
};
const encode = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  .replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const point = () => {
  const chosen = editor.selectedOptions[0];
  open.textContent = 'Open in ' + chosen.textContent;
  open.href = chosen.value + '://roomside.roomside/open?link=' + encode(location.hash.slice(1));
};
const show = () => {
  const text = location.hash.slice(1);
  const [path, lines, remote, commit] = ['path', 'lines', 'remote', 'commit'].map((name) => valueOf(text, name));
  const isComplete = text.length <= maxLength && path !== '' && /^[0-9][0-9,-]*$/.test(lines) && remote !== '';
  byId('link').hidden = !isComplete;
  byId('problem').hidden = isComplete;
  if (!isComplete) return;
  byId('place').value = visible(path) + ':' + lines;
  byId('where').textContent = visible(remote) + (commit === '' ? '' : ' · commit ' + visible(commit).slice(0, 10));
  point();
};
editor.addEventListener('change', point);
open.addEventListener('click', () => stored(() => localStorage.setItem(key, editor.value)));
byId('copy').addEventListener('click', () => {
  const place = byId('place');
  const done = () => { byId('copy').textContent = 'Copied'; };
  const byHand = () => { place.focus(); place.select(); };
  navigator.clipboard ? navigator.clipboard.writeText(place.value).then(done, byHand) : byHand();
});
const known = [...editor.options].find(({ value }) => value === stored(() => localStorage.getItem(key)));
if (known) editor.value = known.value;
addEventListener('hashchange', show);
show();
}`;

/**
 * GET /open: a page that is the same for everybody. It loads nothing, and shows the path and lines that its own fragment
 * has.
 */
export async function answerOpen(_c: RequestContext, { config }: BrokerContext): Promise<Response> {
  const options = config.editorSchemes.map(
    (scheme) => html`<option value="${scheme}">${knownEditors[scheme] ?? scheme}</option>`,
  );
  return renderPage({
    title: 'Open in your editor',
    brand,
    script,
    body: html`<h1>Open in your editor</h1>
<noscript><p role="alert">This page needs JavaScript, because the link is never sent to a server.</p></noscript>
<div id="problem" hidden>
<p role="alert">This link is not complete. Copy all of it from the message, or ask for the code to be shared again.</p>
</div>
<div id="link" hidden>
<p class="soft" id="where"></p>
<label for="place">File and lines</label>
<div class="row">
<input id="place" readonly>
<button id="copy" type="button">Copy</button>
</div>
<label for="editor">Editor</label>
<select id="editor">${options}</select>
<a class="primary" id="open" rel="noreferrer">Open</a>
<p class="soft small">The editor needs the Roomside extension and a clone of the repository. It asks before it opens a folder.
This browser remembers your editor. The repository, path and lines in the link stay in this browser.
They aren't sent to a server.</p>
</div>`,
  });
}

/** A problem of this page, such as too many requests. */
export function renderOpenProblemPage(
  problem: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const body = html`<h1>Couldn't open the link</h1>
<p role="alert">${problem}</p>`;
  return renderPage({ title: "Couldn't open the link", brand, body, status, headers });
}

import { html, problemText, renderPage } from '../pages/htmlPage.ts';
import type { PageLanguage } from '../pages/pageLanguage.ts';
import { pageTexts } from '../pages/pageTexts.ts';
import type { BrokerError } from './brokerError.ts';
import { knownEditors } from './config/addresses.ts';
import { type BrokerContext, pageLanguageOf, type RequestContext } from './context.ts';

const brand = 'Roomside';

/**
 * Reads the link from the fragment, which browsers do not send, and offers the editor that was used last. It opens none by
 * itself, because any page can navigate here. The editor checks the link, and here one that it would refuse is not shown: the rules are those of `parseEditorLink`, to which a
 * test compares them. base64url, because editors decode a query an unknown number of times.
 */
const script = `{
const key = 'roomside.editor';
const maxLength = 2000;
const byId = (id) => document.getElementById(id);
const editor = byId('editor');
const open = byId('open');
const stored = (act) => { try { return act(); } catch { return undefined; } };
const visible = (text) => text.replace(/[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]/gu, (sign) => '\\\\u{' + sign.codePointAt(0).toString(16) + '}');
const isPart = (part) => !/^\\.{0,2}$|[\\\\\\p{Cc}]/u.test(part) &&
  !/^(?:\\.git|git~\\d+)[. ]*(?::.*)?$/i.test(part.replace(/[\\u200c-\\u200f\\u202a-\\u202e\\u206a-\\u206f\\ufeff]/g, ''));
const isRange = (range) => {
  const found = /^([1-9]\\d{0,8})(?:-([1-9]\\d{0,8}))?$/.exec(range);
  return found !== null && Number(found[2] ?? found[1]) >= Number(found[1]);
};
const isRemote = (remote) => /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(?:\\/[^/\\p{Cc}]+)+$/u.test(remote);
const valuesOf = (text) => {
  const parts = text.length > maxLength ? [] : text.split('&').map((part) => part.split('='));
  try { return new Map(parts.map(([name, ...rest]) => [name, decodeURIComponent(rest.join('='))])); } catch { return new Map(); }
};
const linkOf = (text) => {
  const values = valuesOf(text);
  const [path = '', lines = '', remote, commit = '', cell = ''] = ['path', 'lines', 'remote', 'commit', 'cell'].map((name) => values.get(name));
  const remotes = ['remote', 'remote2', 'remote3', 'remote4', 'remote5'].flatMap((name) => values.get(name) ?? []);
  const ranges = lines.split(',');
  const isWhole = values.size === text.split('&').length && remote !== undefined && remotes.every(isRemote)
    && path.split('/').every(isPart) && !/^[a-z]:/i.test(path) && ranges.length <= 50 && ranges.every(isRange)
    && (!values.has('commit') || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit))
    && (!values.has('cell') || /^[1-9]\\d{0,5}$/.test(cell));
  return isWhole ? { path, lines, remote, commit, cell } : undefined;
};
const encode = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  .replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const point = () => {
  const chosen = editor.selectedOptions[0];
  open.textContent = open.dataset.in.replace('{0}', () => chosen.textContent);
  open.href = chosen.value + '://roomside.roomside/open?link=' + encode(location.hash.slice(1));
};
const show = () => {
  const link = linkOf(location.hash.slice(1));
  byId('link').hidden = link === undefined;
  byId('problem').hidden = link !== undefined;
  if (link === undefined) return;
  const { path, lines, remote, commit, cell } = link;
  byId('place').value = visible(path) + (cell === '' ? '' : ' cell ' + cell) + ':' + lines;
  const where = byId('where');
  const short = () => visible(commit).slice(0, 10);
  where.textContent = visible(remote) + (commit === '' ? '' : ' · ' + where.dataset.commit.replace('{0}', short));
  point();
};
editor.addEventListener('change', point);
open.addEventListener('click', () => stored(() => localStorage.setItem(key, editor.value)));
byId('copy').addEventListener('click', () => {
  const place = byId('place');
  const copy = byId('copy');
  const done = () => { copy.textContent = copy.dataset.done; };
  const byHand = () => { place.focus(); place.select(); };
  navigator.clipboard ? navigator.clipboard.writeText(place.value).then(done, byHand) : byHand();
});
const known = [...editor.options].find(({ value }) => value === stored(() => localStorage.getItem(key)));
if (known) editor.value = known.value;
addEventListener('hashchange', show);
show();
}`;

/**
 * GET /open: a page that is the same for everybody with one language. It loads nothing, and shows the path and lines that its
 * own fragment has.
 */
export async function answerOpen(c: RequestContext, { config }: BrokerContext): Promise<Response> {
  const language = pageLanguageOf(c);
  const texts = pageTexts[language];
  const options = config.editorSchemes.map(
    (scheme) => html`<option value="${scheme}">${knownEditors[scheme] ?? scheme}</option>`,
  );
  return renderPage({
    language,
    title: texts.openTitle,
    brand,
    script,
    body: html`<h1>${texts.openTitle}</h1>
<noscript><p role="alert">${texts.openNeedsScript}</p></noscript>
<div id="problem" hidden>
<p role="alert">${texts.openIncomplete}</p>
</div>
<div id="link" hidden>
<p class="soft" id="where" data-commit="${texts.commit}"></p>
<label for="place">${texts.fileAndLines}</label>
<div class="row">
<input id="place" readonly>
<button id="copy" type="button" data-done="${texts.copied}">${texts.copy}</button>
</div>
<label for="editor">${texts.editor}</label>
<select id="editor">${options}</select>
<a class="primary" id="open" rel="noreferrer" data-in="${texts.openIn}">${texts.open}</a>
<p class="soft small">${texts.openNote}</p>
</div>
<p class="small"><a rel="noreferrer" href="https://github.com/roomside/roomside#readme">${texts.aboutRoomside}</a></p>`,
  });
}

/** A problem of this page, such as too many requests. */
export function renderOpenProblemPage({ problem, status, headers }: BrokerError, language: PageLanguage): Response {
  const title = pageTexts[language].openProblem;
  const body = html`<h1>${title}</h1>
${problemText(language, problem)}`;
  return renderPage({ language, title, brand, body, status, headers });
}

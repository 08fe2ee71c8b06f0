import { decodeImage } from '../decodeImage.ts';
import { byId, element } from '../element.ts';
import { placesIn } from '../placesIn.ts';
import type { FromMessagePage, PageContent, PageFile, PageMessage, ToMessagePage } from './protocol.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromMessagePage): void };

const vscodeApi = acquireVsCodeApi();
const page = byId('page');
const { maxPixels = '' } = document.body.dataset;

function show({ to, facts, warnings, messages, coveredPx, ...marked }: PageContent): void {
  page.style.paddingTop = `${coveredPx}px`;
  page.replaceChildren(
    ...(to === '' ? [] : [element('h1', {}, to)]),
    ...facts.map((fact) => element('p', { class: 'facts' }, fact)),
    ...warnings.map((warning) => element('p', { class: 'warning' }, warning)),
    ...messages.map(messageArticle),
  );
  if (marked.hiddenCharacters.length > 0) showHidden(new Set(marked.hiddenCharacters));
  mark('secret', marked.secrets);
  mark('unsupported', marked.unsupported);
}

function messageArticle({ html, firstLines, file }: PageMessage): HTMLElement {
  const body = element('div', { class: 'body', dir: 'auto' });
  // The host has rendered this HTML: everything that people wrote is escaped, and the page's policy allows no scripts.
  body.innerHTML = html;
  for (const [index, first] of firstLines.entries()) if (first > 0) addLineNumbers(body, index, first);
  return element('article', {}, body, ...(file === undefined ? [] : [fileElement(file)]));
}

function addLineNumbers(body: HTMLElement, index: number, first: number): void {
  const pre = body.querySelector(`[data-block="${index}"] pre`);
  const count = (pre?.textContent ?? '').replace(/\n$/, '').split('\n').length;
  const numbers = Array.from({ length: count }, (_, line) => first + line).join('\n');
  pre?.prepend(element('span', { class: 'lineNumbers', 'aria-hidden': 'true' }, numbers));
}

function fileElement({ name, detail, image: content }: PageFile): HTMLElement {
  const row = element('figure', { 'aria-label': name });
  const caption = element(
    'figcaption',
    {},
    element('span', { class: 'fileName' }, name),
    ' ',
    element('span', { class: 'fileDetail' }, detail),
  );
  row.append(caption);
  if (content !== undefined) {
    void decodeImage({ ...content, name, maxPixels: Number(maxPixels) }).then((shown) => {
      if (shown !== undefined) row.prepend(shown);
    });
  }
  return row;
}

function textNodes(): readonly Text[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function showHidden(characters: ReadonlySet<string>): void {
  for (const text of textNodes()) {
    const parts = Array.from(text.data, (character) =>
      characters.has(character) ? element('span', { class: 'hidden' }, codePointOf(character)) : character,
    );
    if (parts.some((part) => typeof part !== 'string')) text.replaceWith(...parts);
  }
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Marks texts wherever they are, also across the elements of highlighted code. */
function mark(name: string, texts: readonly string[]): void {
  const nodes = textNodes().filter(({ parentElement }) => parentElement?.closest('.lineNumbers') === null);
  const ranges = placesIn(nodes, texts).map(({ start, end }) => {
    const range = new Range();
    range.setStart(...start);
    range.setEnd(...end);
    return range;
  });
  CSS.highlights.set(name, new Highlight(...ranges));
}

window.addEventListener('message', ({ data }: MessageEvent<ToMessagePage>) => {
  if (data.kind === 'scroll') return page.scrollBy({ top: data.by * page.clientHeight });
  show(data.content);
  // The second frame begins when the first has been drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => vscodeApi.postMessage({ kind: 'drawn', id: data.id })));
});
// VS Code gives the focus to the page as a whole.
window.addEventListener('focus', () => page.focus());
vscodeApi.postMessage({ kind: 'ready' });

import { decodeImage } from '../decodeImage.ts';
import { byId, element } from '../element.ts';
import { nameCode } from '../nameCode.ts';
import { placesIn } from '../placesIn.ts';
import { textNodes } from '../textNodes.ts';
import type { FromMessagePage, PageContent, PageFile, PageMessage, ToMessagePage } from './protocol.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromMessagePage): void };

const vscodeApi = acquireVsCodeApi();
const page = byId('page');
const { maxPixels = '' } = document.body.dataset;

type Marks = Pick<PageContent, 'secrets' | 'unsupported' | 'hiddenCharacters' | 'coveredPx'>;
let marks: Marks;
/** Those that were scrolled into sight, and the first of them. */
let seenMarks = '';
let firstMark: Range | undefined;
/** Adds the next lines of a file. */
let showMore: (() => void) | undefined;

/** A page that a program opens gets the focus while the user may be typing elsewhere: Enter soon after may be meant for that. */
const calmMs = 700;
/** When the focus came, or the last key was pressed. */
let disturbedMs = 0;

function show({ to, facts, warnings, messages, ...marked }: PageContent): void {
  page.style.paddingTop = `${marked.coveredPx}px`;
  page.removeAttribute('aria-busy');
  marks = marked;
  showMore = undefined;
  page.replaceChildren(
    ...(to === '' ? [] : [element('h1', {}, to)]),
    ...facts.map((fact) => element('p', { class: 'facts' }, fact)),
    ...warnings.map((warning) => element('p', { class: 'warning' }, warning)),
    ...messages.map(messageArticle),
  );
  firstMark = markAll();
  findFirstMark();
}

/** @returns the first mark, the most important kind before others */
function markAll(): Range | undefined {
  if (marks.hiddenCharacters.length > 0) showHidden(new Set(marks.hiddenCharacters));
  const [secret] = mark('secret', marks.secrets);
  const [unsupported] = mark('unsupported', marks.unsupported);
  const character = page.querySelector('.hidden');
  const hidden = character === null ? undefined : new Range();
  if (character !== null) hidden?.selectNode(character);
  return secret ?? hidden ?? unsupported;
}

/** Scrolls to it, unless the user has seen it: the page is drawn again while a comment is typed. */
function findFirstMark(): void {
  const { secrets, unsupported, hiddenCharacters } = marks;
  const shown = JSON.stringify([secrets, unsupported, hiddenCharacters]);
  if (shown === seenMarks) return;
  seenMarks = shown;
  if (firstMark === undefined && secrets.length > 0 && showMore !== undefined) {
    // It is below the first lines of a file.
    showMore();
    firstMark = markAll();
  }
  showFirstMark();
}

function showFirstMark(): void {
  const { coveredPx } = marks;
  const place = firstMark?.getBoundingClientRect();
  if (place === undefined || place.width === 0) return;
  if (place.top < coveredPx || place.bottom > page.clientHeight)
    page.scrollBy({ top: place.top - (coveredPx + page.clientHeight) / 2 });
  // Far to the right in a long line.
  const block = firstMark?.startContainer.parentElement?.closest('pre');
  if (!block) return;
  const { left, width } = block.getBoundingClientRect();
  const start = place.left - left + block.scrollLeft;
  block.scrollLeft = start < (width * 3) / 4 ? 0 : start - width / 2;
}

function messageArticle({ html, file }: PageMessage): HTMLElement {
  const body = element('div', { class: 'body', dir: 'auto', lang: '' });
  // The host has rendered this HTML: everything that people wrote is escaped, and the page's policy allows no scripts.
  body.innerHTML = html;
  nameCode(body);
  return element('article', {}, body, ...(file === undefined ? [] : [fileElement(file)]));
}

/** The lines of a file begin with 1. */
function addLineNumbers(body: HTMLElement): void {
  const pre = body.querySelector('pre');
  const count = (pre?.textContent ?? '').replace(/\n$/, '').split('\n').length;
  const numbers = Array.from({ length: count }, (_, line) => 1 + line).join('\n');
  pre?.prepend(element('span', { class: 'lineNumbers', 'aria-hidden': 'true' }, numbers));
}

function fileElement({ name, detail, image: content, text }: PageFile): HTMLElement {
  const row = element('figure', { 'aria-label': name });
  const caption = element(
    'figcaption',
    {},
    element('span', { class: 'fileName' }, name),
    ' ',
    element('span', { class: 'fileDetail' }, detail),
  );
  row.append(caption);
  if (text !== undefined) addText(row, text);
  if (content !== undefined) {
    void decodeImage({ ...content, name, maxPixels: Number(maxPixels) }).then((shown) => {
      if (shown !== undefined) row.prepend(shown);
    });
  }
  return row;
}

function addText(row: HTMLElement, { html, rest, more, end }: NonNullable<PageFile['text']>): void {
  const body = element('div', { class: 'body' });
  // As that of a message.
  body.innerHTML = html;
  nameCode(body);
  addLineNumbers(body);
  row.append(body);
  if (more === '') return;
  const button = element('button', { type: 'button', class: 'more' }, more);
  row.append(button);
  const before = showMore;
  const load = (): void => {
    body.querySelector('code')?.append(rest);
    body.querySelector('.lineNumbers')?.remove();
    addLineNumbers(body);
    button.replaceWith(element('p', { class: 'facts' }, end));
    showMore = before;
  };
  showMore = load;
  button.addEventListener('click', () => {
    load();
    markAll();
  });
}

function showHidden(characters: ReadonlySet<string>): void {
  const numberOf = (character: string): string =>
    `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  for (const text of textNodes(page)) {
    const parts = Array.from(text.data, (character) =>
      characters.has(character) ? element('span', { class: 'hidden' }, numberOf(character)) : character,
    );
    if (parts.some((part) => typeof part !== 'string')) text.replaceWith(...parts);
  }
}

/** Marks texts wherever they are, also across the elements of highlighted code. */
function mark(name: string, texts: readonly string[]): readonly Range[] {
  const ranges = placesIn(textNodes(page, '.lineNumbers'), texts).map(({ start, end }) => {
    const range = new Range();
    range.setStart(...start);
    range.setEnd(...end);
    return range;
  });
  CSS.highlights.set(name, new Highlight(...ranges));
  return ranges;
}

/** By a part of the visible height. At the end, the next lines of a file come. */
function scroll(by: number): void {
  const isAtEnd = page.scrollTop + page.clientHeight >= page.scrollHeight - 1;
  if (by > 0 && isAtEnd && showMore !== undefined) {
    showMore();
    markAll();
  }
  page.scrollBy({ top: by * (page.clientHeight - marks.coveredPx) });
}

window.addEventListener('message', ({ data }: MessageEvent<ToMessagePage>) => {
  if (data.kind === 'scroll') return scroll(data.by);
  show(data.content);
  // The second frame begins when the first has been drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => vscodeApi.postMessage({ kind: 'drawn', id: data.id })));
});
window.addEventListener('resize', showFirstMark);
// VS Code gives the focus to the page as a whole.
window.addEventListener('focus', ({ timeStamp }) => {
  disturbedMs = timeStamp;
  page.focus();
});
page.addEventListener('keydown', (event) => {
  const isCalm = event.timeStamp - disturbedMs > calmMs;
  disturbedMs = event.timeStamp;
  if (event.key === 'Enter' && event.target === page && event.isTrusted && isCalm)
    vscodeApi.postMessage({ kind: 'entered' });
  if (event.key !== 'Escape') return;
  // VS Code would close the list.
  event.stopPropagation();
  vscodeApi.postMessage({ kind: 'left' });
});
vscodeApi.postMessage({ kind: 'ready' });

import { element } from '../element.ts';
import { linkText } from './linkText.ts';
import type { BlockAct, FileAct, ReaderWords, ShownFile, ShownMessage } from './protocol.ts';

/** Messages of one author that follow each other so closely stand under one name. */
const closeMs = 5 * 60_000;

/** Writes a message as an article of the feed. */
export function messageArticle(message: ShownMessage, words: ReaderWords): HTMLElement {
  const { id, author, authorDetail, time, exactTime, edited, exactEditTime, deleted, failure } = message;
  const headId = `head ${id}`.replaceAll(/\s/g, '-');
  const deletedId = `deleted-${headId}`;
  const bodyId = `body-${headId}`;
  const head = element(
    'header',
    { id: headId, class: 'head' },
    element('span', { class: 'author', ...(authorDetail && { title: authorDetail }) }, author),
    ' ',
    element('time', { title: exactTime }, time),
    ...(edited ? [' ', element('span', { class: 'edited', title: exactEditTime }, edited)] : []),
    ...(deleted ? [] : [element('button', { type: 'button', class: 'reply', 'data-reply': '' }, words.reply)]),
  );
  const body = element('div', { id: bodyId, class: 'body' });
  // The host has rendered it: everything a person wrote is escaped in it, and the page's policy runs no script.
  body.innerHTML = message.html;
  linkText(body);
  for (const link of body.querySelectorAll('a')) link.title = link.href;
  dressBlocks(body, message, words);
  return element(
    'article',
    {
      ...{ class: failure ? 'message failed' : 'message', tabindex: '-1', 'data-id': id },
      'aria-labelledby': deleted ? `${headId} ${deletedId}` : headId,
      'aria-describedby': bodyId,
    },
    head,
    ...(deleted ? [element('p', { id: deletedId, class: 'deleted' }, deleted)] : []),
    ...(failure ? [element('p', { class: 'failure' }, failure)] : []),
    body,
    ...(message.fileCount > 0 ? [fileList(message.fileCount, words)] : []),
  );
}

function dressBlocks(body: HTMLElement, { blocks }: ShownMessage, words: ReaderWords): void {
  for (const [index, acts] of blocks.entries()) {
    const block = body.querySelector(`[data-block="${index}"]`);
    const buttons = acts.map((act) => blockButton(act, index, words));
    block?.append(element('div', { class: 'acts', role: 'group', 'aria-label': words.actions }, ...buttons));
  }
}

function blockButton(act: BlockAct, block: number, words: ReaderWords): HTMLElement {
  return element('button', { type: 'button', 'data-act': act, 'data-of': String(block) }, words[act]);
}

function fileList(count: number, words: ReaderWords): HTMLElement {
  const rows = Array.from({ length: count }, () => element('li', {}, words.file));
  return element('ul', { class: 'files' }, ...rows);
}

/** Fills in what the heads of the attachments told. */
export function showFiles(article: HTMLElement, files: readonly ShownFile[], words: ReaderWords): void {
  const rows = files.map(({ name, detail, acts }, index) =>
    element(
      'li',
      acts.length === 0 ? { class: 'gone' } : {},
      element('span', { class: 'fileName' }, name),
      ' ',
      element('span', { class: 'fileDetail' }, detail),
      ...acts.map((act) => fileButton(act, index, name, words)),
    ),
  );
  article.querySelector('.files')?.replaceChildren(...rows);
}

function fileButton(act: FileAct, file: number, name: string, words: ReaderWords): HTMLElement {
  const label = `${words[act]}: ${name}`;
  return element(
    'button',
    { type: 'button', 'data-act': act, 'data-of': String(file), 'aria-label': label },
    words[act],
  );
}

/** Gives an article its day heading, or takes its name away, by the message before it. */
export function joinTo(article: HTMLElement, message: ShownMessage, before: ShownMessage | undefined): void {
  article.querySelector('.day')?.remove();
  const isNewDay = message.day !== before?.day && message.day !== '';
  if (isNewDay) article.prepend(element('h2', { class: 'day' }, message.day));
  const isClose = before !== undefined && message.createdMs - before.createdMs < closeMs;
  article.classList.toggle('follows', isClose && !isNewDay && message.author === before.author);
}

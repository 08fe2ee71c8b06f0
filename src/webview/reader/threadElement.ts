import { element } from '../element.ts';
import { nameCode } from '../nameCode.ts';
import { addLinks } from './addLinks.ts';
import { addPlaces } from './addPlaces.ts';
import { groupWith, type MessageGroup } from './messageGroup.ts';
import type { ShownThread } from './protocol.ts';
import { strings } from './vscodeApi.ts';

/** A thread in the page. */
export interface ThreadItem extends Pick<ShownThread, 'id' | 'createdMs' | 'day'> {
  readonly element: HTMLElement;
  /** Of the first message, if it is known, and of the visible replies. */
  readonly articles: readonly HTMLElement[];
  readonly replies: readonly HTMLElement[];
  /** It has a new reply since it was placed here: by the order of the room, it belongs further down. */
  readonly isMoved: boolean;
}

/** Creates the element of a thread: the article of its first message, and its replies below it. */
export function threadItem({ html, ...facts }: ShownThread, isMoved = false): ThreadItem {
  const thread = element('div', { class: 'thread', 'data-thread': facts.id });
  // The host has rendered this HTML: everything that people wrote is escaped, and the page's policy allows no scripts.
  thread.innerHTML = html;
  for (const body of thread.querySelectorAll<HTMLElement>('.body')) {
    addLinks(body);
    addPlaces(body);
  }
  nameCode(thread);
  const articles = [...thread.querySelectorAll('article')];
  for (const article of articles) describe(article);
  return { ...facts, element: thread, articles, replies: articles.filter(isReply), isMoved };
}

/** A screen reader says the words of a message with it, but neither its code nor the names of its buttons. */
function describe(article: HTMLElement): void {
  const words = article.querySelector('.body')?.cloneNode(true) as HTMLElement;
  for (const block of words.querySelectorAll('.block')) block.remove();
  const text = words.textContent.replace(/\s+/g, ' ').trim();
  if (!article.ariaLabel?.includes(text)) article.ariaDescription = text;
}

function isReply(article: HTMLElement): boolean {
  return article.parentElement?.className === 'replies';
}

/** Whether its newest message is unread. Messages of the user are not. */
export function isUnread({ articles, createdMs }: ThreadItem, readUntilMs: number): boolean {
  return createdMs > readUntilMs && articles.at(-1)?.dataset.own === undefined;
}

/** The first message that is not the user's and newer than what was read. */
export function firstUnread({ articles }: ThreadItem, readUntilMs: number): HTMLElement | undefined {
  return articles.find(({ dataset }) => dataset.own === undefined && Number(dataset.createdMs) > readUntilMs);
}

/** Draws the line above the first unread message. */
export function markUnread({ articles }: ThreadItem, unread: HTMLElement | undefined): void {
  for (const article of articles) {
    article.querySelector('.unread')?.remove();
    if (article === unread) article.prepend(element('p', { class: 'unread' }, strings.unread));
  }
}

/**
 * Shows or hides day headings and authors, depending on the previous thread and its group, and on the previous reply.
 * @returns the group that the next thread may continue
 */
export function groupThread(
  { day, articles, replies }: ThreadItem,
  before: ThreadItem | undefined,
  group: MessageGroup | undefined,
): MessageGroup | undefined {
  const [first] = articles;
  first?.querySelector('.day')?.remove();
  const isNewDay = day !== before?.day && day !== '';
  if (isNewDay) first?.prepend(element('h2', { class: 'day' }, day));
  let last = isNewDay || replies.length > 0 ? undefined : group;
  for (const [index, article] of articles.entries()) {
    // The replies are a group of their own.
    if (article === replies[0] && index > 0) last = undefined;
    last = groupWith(last, messageOf(article));
    article.classList.toggle('follows', last.count > 1);
  }
  return replies.length > 0 ? undefined : last;
}

function messageOf(article: HTMLElement): Parameters<typeof groupWith>[1] {
  const author = article.querySelector('.author')?.textContent ?? '';
  return { author, createdMs: Number(article.dataset.createdMs) };
}

import { element } from '../element.ts';
import { messageArticle } from './messageArticle.ts';
import { groupWith, type MessageGroup } from './messageGroup.ts';
import type { ShownThread } from './protocol.ts';
import { requestButton, strings } from './vscodeApi.ts';

/** A thread in the page. */
export interface ThreadItem {
  readonly thread: ShownThread;
  readonly element: HTMLElement;
  /** Of the first message, if it is known, and of the visible replies. */
  readonly articles: readonly HTMLElement[];
  /** It has a new reply since it was placed here: by the order of the room, it belongs further down. */
  readonly isMoved: boolean;
}

/** Creates the element of a thread: the article of its first message, and its replies below it. */
export function threadItem(thread: ShownThread, isMoved = false): ThreadItem {
  const root = thread.root && messageArticle(thread.root);
  const replies = thread.replies.map((reply) => messageArticle(reply, true));
  const articles = root === undefined ? replies : [root, ...replies];
  addParentLine(articles[0], thread);
  const bar = repliesBar(thread);
  // A feed contains articles only, so that the buttons are in one.
  if (bar !== undefined && root !== undefined) root.append(bar);
  else if (bar !== undefined) articles[0]?.prepend(bar);
  const children = [
    ...(root ? [root] : []),
    ...(replies.length > 0 ? [element('div', { class: 'replies' }, ...replies)] : []),
  ];
  return {
    thread,
    articles,
    isMoved,
    element: element('div', { class: 'thread', 'data-thread': thread.id }, ...children),
  };
}

/** Names the message that the replies answer, and leads to it. */
function addParentLine(article: HTMLElement | undefined, { id, parent }: ShownThread): void {
  if (article === undefined || parent === '') return;
  article.prepend(requestButton({ kind: 'showMessage', messageId: id }, { class: 'parent' }, parent));
  article.ariaLabel = `${article.ariaLabel}, ${parent}`;
}

function repliesBar({ id: threadId, more, isExpanded }: ShownThread): HTMLElement | undefined {
  const button = (isMore: boolean, text: string) =>
    requestButton({ kind: 'replies', threadId, isMore }, { class: 'quiet', 'data-replies': '' }, text);
  const buttons = [
    ...(more === '' ? [] : [button(true, more)]),
    ...(isExpanded ? [button(false, strings.fewerReplies)] : []),
  ];
  return buttons.length === 0 ? undefined : element('div', { class: 'repliesBar' }, ...buttons);
}

/** Whether its newest message is unread. Messages of the user are not. */
export function isUnread({ thread: { root, replies, createdMs } }: ThreadItem, readUntilMs: number): boolean {
  return createdMs > readUntilMs && (replies.at(-1) ?? root)?.isOwn === false;
}

/** Draws the line above the first unread thread. */
export function markUnread({ articles: [first] }: ThreadItem, isFirst: boolean): void {
  first?.querySelector('.unread')?.remove();
  if (isFirst) first?.prepend(element('p', { class: 'unread' }, strings.unread));
}

/**
 * Shows or hides day headings and authors, depending on the previous thread and its group, and on the previous reply.
 * @returns the group that the next thread may continue
 */
export function groupThread(
  { thread, articles }: ThreadItem,
  before: ThreadItem | undefined,
  group: MessageGroup | undefined,
): MessageGroup | undefined {
  const [first] = articles;
  first?.querySelector('.day')?.remove();
  const isNewDay = thread.day !== before?.thread.day && thread.day !== '';
  if (isNewDay) first?.prepend(element('h2', { class: 'day' }, thread.day));
  const { root, replies } = thread;
  const ofRoot = root && groupWith(isNewDay || replies.length > 0 ? undefined : group, root);
  if (ofRoot !== undefined) first?.classList.toggle('follows', ofRoot.count > 1);
  let ofReply: MessageGroup | undefined;
  for (const [index, reply] of replies.entries()) {
    ofReply = groupWith(ofReply, reply);
    articles[index + (root === undefined ? 0 : 1)]?.classList.toggle('follows', ofReply.count > 1);
  }
  return replies.length > 0 ? undefined : ofRoot;
}

import { element } from '../element.ts';
import type { MessageGroup } from './messageGroup.ts';
import type { ShownThread, ToPage } from './protocol.ts';
import { ScrollView } from './scrollView.ts';
import { firstUnread, groupThread, isUnread, markUnread, type ThreadItem, threadItem } from './threadElement.ts';
import { pageState, post, strings } from './vscodeApi.ts';

type Messages = Extract<ToPage, { readonly kind: 'messages' }>;

/** The most messages in the page; the others are loaded again on scroll. */
const maxShown = 200;
/** The distance to an end at which more messages are requested. */
const loadAheadPixels = 800;

/** The threads in the page: a window on the room that moves with the scroll position. */
export class Feed {
  /** The scroll position and the focus. */
  readonly view: ScrollView;
  readonly #list: HTMLElement;
  #shown: ThreadItem[] = [];
  #hasOlder = false;
  #hasNewer = false;
  #isLoading = false;
  #readUntilMs = Number.POSITIVE_INFINITY;
  #firstUnread: HTMLElement | undefined;
  readonly #top = element('p', { class: 'top' });

  constructor(list: HTMLElement, scroller: HTMLElement) {
    this.#list = list;
    this.view = new ScrollView(scroller, () => this.articles);
    list.before(this.#top);
    scroller.addEventListener('scroll', () => this.#loadWhenNear(), { passive: true });
  }

  get articles(): readonly HTMLElement[] {
    return this.#shown.flatMap(({ articles }) => articles);
  }

  /** The newest message that the user has not written. */
  get newestOfOthers(): HTMLElement | undefined {
    const createdMs = ({ dataset }: HTMLElement): number => Number(dataset.createdMs);
    return this.articles
      .filter(({ dataset }) => dataset.own === undefined)
      .reduce<HTMLElement | undefined>((a, b) => (a !== undefined && createdMs(a) > createdMs(b) ? a : b), undefined);
  }

  get isAtEnd(): boolean {
    return !this.#hasNewer && this.view.isAtBottom;
  }

  show(given: Messages): void {
    this.#readUntilMs = given.readUntilMs ?? this.#readUntilMs;
    if (given.place === 'start') this.#start(given);
    else this.#extend(given);
    // An answer without threads must not lead to the same request again.
    this.endLoading(given.threads.length > 0);
  }

  /** @param canRepeat more can be requested; after a failure, once that is over */
  endLoading(canRepeat: boolean): void {
    this.#isLoading = false;
    this.#list.setAttribute('aria-busy', 'false');
    if (canRepeat) this.#loadWhenNear();
  }

  /** Updates threads in the page: with edited, deleted or new messages, or with known authors. */
  change(threads: readonly ShownThread[]): void {
    const next = new Map(threads.map((thread) => [thread.id, thread]));
    const focused = this.view.focusedBefore;
    const wasDeleted = focused?.dataset.deleted !== undefined;
    this.view.keepPosition(this.isAtEnd, () => {
      const last = this.#hasNewer ? undefined : this.#shown.at(-1);
      this.#shown = this.#shown.map((old) => {
        const thread = next.get(old.id);
        return thread === undefined ? old : this.#replace(old, thread, old === last);
      });
      this.#updateGroups();
    });
    const article = this.view.articleOf(focused?.dataset.id ?? '');
    const isDeletedByUser = article?.dataset.deleted !== undefined && article.dataset.own !== undefined;
    if (isDeletedByUser && !wasDeleted) this.view.focusNeighbour(article);
  }

  /** Changes a message while the visible ones stay in place. The page may have dropped it meanwhile. */
  changeMessage(messageId: string, apply: (article: HTMLElement) => void): void {
    const article = this.view.articleOf(messageId);
    if (article === undefined) return;
    this.view.keepPosition(this.isAtEnd, () => apply(article));
    const focused = document.activeElement;
    // An image that the user asked for is in sight.
    if (article.contains(focused) && focused?.matches('.image')) focused.scrollIntoView({ block: 'nearest' });
  }

  /** Moves the focus to the newest message of the room, which may be beyond those of the page. */
  focusNewest(): void {
    if (this.#hasNewer) post({ kind: 'newest' });
    else this.view.moveFocus(Number.POSITIVE_INFINITY);
  }

  /** Opens the last message of the user in the page to edit it, and focuses it. */
  editOwn(): void {
    const isOwn = ({ dataset }: HTMLElement): boolean => dataset.own !== undefined && dataset.deleted === undefined;
    const own = this.articles.findLast(isOwn);
    const { id: messageId } = own?.dataset ?? {};
    if (messageId === undefined) return;
    this.view.focusMessage(messageId);
    post({ kind: 'edit', messageId });
  }

  /** @param isLast it is the last one of the room, where it stays with a new reply */
  #replace(old: ThreadItem, thread: ShownThread, isLast: boolean): ThreadItem {
    const item = threadItem(thread, !isLast && (old.isMoved || thread.createdMs > old.createdMs));
    old.element.replaceWith(item.element);
    return item;
  }

  /** The first unread message is above the view. */
  get hasUnreadAbove(): boolean {
    return this.#firstUnread !== undefined && this.view.isAbove(this.#firstUnread);
  }

  /** @returns whether a message is unread */
  showUnread(): boolean {
    this.#firstUnread?.scrollIntoView({ block: 'start' });
    this.#firstUnread?.focus({ preventScroll: true });
    return this.#firstUnread !== undefined;
  }

  #start({ threads, hasOlder, hasNewer, anchorId: id, isTarget, top }: Messages): void {
    this.#hasOlder = hasOlder;
    this.#hasNewer = hasNewer;
    this.#shown = threads.map((thread) => threadItem(thread));
    this.#list.replaceChildren(...this.#shown.map((item) => item.element));
    this.#updateGroups(top);
    const anchor = id === undefined ? undefined : this.view.articleOf(id);
    const kept = pageState().anchor;
    if (id === undefined || anchor === undefined) this.view.scrollToBottom();
    else if (isTarget) this.view.showTarget(anchor);
    else this.view.place(kept?.id === id ? kept : { id, createdMs: 0, above: 0 });
    if (document.hasFocus() && document.activeElement === document.body) this.view.focus();
  }

  /** Adds threads at an end. A thread with a new reply moves to the new end. */
  #extend({ place, threads, hasOlder, hasNewer, besideId, top }: Messages): void {
    // The page has begun again since they were read, or has them already.
    if (place === 'older' && this.#firstInOrder?.id !== besideId) return;
    if (place === 'newer' && this.#lastInOrder?.id !== besideId) {
      this.#hasNewer = true;
      return;
    }
    const known = new Map(this.#shown.map((item) => [item.id, item]));
    this.view.keepPosition(this.isAtEnd, () => {
      if (place === 'older') {
        const more = threads.filter(({ id }) => !known.has(id)).map((thread) => threadItem(thread));
        this.#hasOlder = hasOlder;
        this.#list.prepend(...more.map((item) => item.element));
        this.#shown = [...more, ...this.#shown];
      } else {
        this.#hasNewer = hasNewer;
        for (const thread of threads) this.#append(thread, known.get(thread.id));
      }
      this.#trim(place);
      this.#updateGroups(top);
    });
  }

  /** Removes the messages farthest from the scroll direction. */
  #trim(place: 'start' | 'older' | 'newer'): void {
    while (this.#shown.length > 1 && this.articles.length > maxShown) {
      const dropped = place === 'older' ? this.#shown.pop() : this.#shown.shift();
      dropped?.element.remove();
      if (place === 'older') this.#hasNewer = true;
      else this.#hasOlder = true;
    }
  }

  /** @param top text above the first message when there are no older ones */
  #updateGroups(top?: string): void {
    if (this.#hasOlder) this.#top.textContent = strings.loading;
    else if (top !== undefined) this.#top.textContent = top;
    let group: MessageGroup | undefined;
    for (const [index, item] of this.#shown.entries()) group = groupThread(item, this.#shown[index - 1], group);
    this.#updateUnreadLine();
    this.#numberMessages();
    this.view.updateTabStop();
  }

  /** Above the first unread message, if it is certain that the thread before its own is read. */
  #updateUnreadLine(): void {
    const at = this.#shown.findIndex((item) => isUnread(item, this.#readUntilMs));
    const first = at === 0 && this.#hasOlder ? undefined : this.#shown[at];
    this.#firstUnread = first && firstUnread(first, this.#readUntilMs);
    for (const item of this.#shown) markUnread(item, this.#firstUnread);
  }

  /** A screen reader says "3 of 40"; of how many is not known while there are more. */
  #numberMessages(): void {
    const { articles } = this;
    const size = this.#hasOlder || this.#hasNewer ? -1 : articles.length;
    for (const [at, article] of articles.entries()) {
      article.ariaPosInSet = `${at + 1}`;
      article.ariaSetSize = `${size}`;
    }
  }

  /** The first thread that is where the room has it. */
  get #firstInOrder(): ThreadItem | undefined {
    return this.#shown.find(({ isMoved }) => !isMoved);
  }

  /** The last thread that is where the room has it. */
  get #lastInOrder(): ThreadItem | undefined {
    return this.#shown.findLast(({ isMoved }) => !isMoved);
  }

  #append(thread: ShownThread, old: ThreadItem | undefined): void {
    const item = threadItem(thread);
    item.element.classList.add('arrived');
    old?.element.remove();
    this.#list.append(item.element);
    this.#shown = [...this.#shown.filter((each) => each !== old), item];
  }

  #loadWhenNear(): void {
    const first = this.#firstInOrder?.id;
    const last = this.#lastInOrder?.id;
    if (this.#isLoading || first === undefined || last === undefined) return;
    const { above, below } = this.view.hidden;
    if (this.#hasOlder && above < loadAheadPixels) {
      this.#isLoading = true;
      this.#list.setAttribute('aria-busy', 'true');
      post({ kind: 'older', threadId: first });
    } else if (this.#hasNewer && below < loadAheadPixels) {
      this.#isLoading = true;
      post({ kind: 'newer', threadId: last });
    }
  }
}

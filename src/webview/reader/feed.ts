import { element } from '../element.ts';
import { decodeImage, placeImage, placeImageFailure } from './imagePreview.ts';
import { showFiles } from './messageArticle.ts';
import type { ReaderStrings, ShownFile, ShownThread, ToPage } from './protocol.ts';
import { groupThread, isUnread, markUnread, type ThreadItem, threadItem } from './threadElement.ts';
import { type PageState, vscodeApi } from './vscodeApi.ts';

type Messages = Extract<ToPage, { readonly kind: 'messages' }>;
type ShownImage = Extract<ToPage, { readonly kind: 'image' }>;

/** The most messages in the page; the others are loaded again on scroll. */
const maxShown = 200;
/** The distance to an end at which more messages are requested. */
const loadAheadPixels = 800;

/** Requests of the feed to the extension. */
export interface FeedRequests {
  older(threadId: string): void;
  newer(threadId: string): void;
  files(messageId: string): void;
  /** @param file its position in the message */
  image(messageId: string, file: number): void;
}

/** The threads in the page: a window on the room that moves with the scroll position. */
export class Feed {
  readonly #list: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #requests: FeedRequests;
  readonly #strings: ReaderStrings;
  readonly #showsImages: boolean;
  #shown: ThreadItem[] = [];
  #hasOlder = false;
  #hasNewer = false;
  #isLoading = false;
  #readUntilMs = Number.POSITIVE_INFINITY;
  #firstUnread: ThreadItem | undefined;
  readonly #top = element('p', { class: 'top' });
  #visibleFocused: HTMLElement | undefined;

  constructor(
    { list, scroller }: { readonly list: HTMLElement; readonly scroller: HTMLElement },
    strings: ReaderStrings,
    requests: FeedRequests,
    showsImages: boolean,
  ) {
    this.#list = list;
    this.#scroller = scroller;
    this.#strings = strings;
    this.#requests = requests;
    this.#showsImages = showsImages;
    list.before(this.#top);
    scroller.addEventListener('scroll', () => this.#loadWhenNear(), { passive: true });
  }

  get articles(): readonly HTMLElement[] {
    return this.#shown.flatMap(({ articles }) => articles);
  }

  /** The first visible message, to restore the scroll position. */
  get anchor(): PageState['anchor'] {
    if (this.isAtEnd) return undefined;
    const top = this.#scroller.getBoundingClientRect().top;
    const article = this.articles.find((each) => each.getBoundingClientRect().bottom > top);
    if (article === undefined) return undefined;
    const { id = '', createdMs } = article.dataset;
    return { id, createdMs: Number(createdMs), above: Math.round(top - article.getBoundingClientRect().top) };
  }

  get isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return !this.#hasNewer && scrollHeight - scrollTop - clientHeight < 40;
  }

  show(given: Messages): void {
    this.#isLoading = false;
    this.#readUntilMs = given.readUntilMs ?? this.#readUntilMs;
    if (given.place === 'start') this.#start(given);
    else this.#extend(given);
    this.#list.setAttribute('aria-busy', 'false');
    // An answer without threads must not lead to the same request again.
    if (given.threads.length > 0) this.#loadWhenNear();
  }

  /** Updates threads in the page: with edited, deleted or new messages, or with known authors. */
  change(threads: readonly ShownThread[]): void {
    const next = new Map(threads.map((thread) => [thread.id, thread]));
    this.#keepScrollPosition(() => {
      const last = this.#hasNewer ? undefined : this.#shown.at(-1);
      this.#shown = this.#shown.map((old) => {
        const thread = next.get(old.thread.id);
        return thread === undefined ? old : this.#replace(old, thread, old === last);
      });
      this.#updateGroups();
    });
  }

  /** @param isLast it is the last one of the room, where it stays with a new reply */
  #replace(old: ThreadItem, thread: ShownThread, isLast: boolean): ThreadItem {
    const item = this.#itemOf(thread, !isLast && (old.isMoved || thread.createdMs > old.thread.createdMs));
    const focusedId = focusedIdIn(old);
    old.element.replaceWith(item.element);
    if (focusedId !== undefined) focusMessage(item, focusedId);
    return item;
  }

  showFiles(messageId: string, files: readonly ShownFile[]): void {
    const article = this.#articleOf(messageId);
    if (article === undefined) return;
    this.#keepScrollPosition(() => showFiles(article, files, this.#strings));
    for (const button of article.querySelectorAll<HTMLElement>('.files button')) button.tabIndex = article.tabIndex;
    if (!this.#showsImages) return;
    for (const [index, { hasPreview }] of files.entries()) if (hasPreview) this.#requests.image(messageId, index);
  }

  /** Shows an image, or that the browser cannot decode it. */
  async showImage(given: ShownImage): Promise<void> {
    const image = await decodeImage(given);
    if (image === undefined) this.showImageFailure({ ...given, text: this.#strings.imageFailed });
    else this.#changeFile(given, (article) => placeImage(article, given.file, image, this.#strings));
  }

  showImageFailure({ messageId, file, text }: { messageId: string; file: number; text: string }): void {
    this.#changeFile({ messageId }, (article) => placeImageFailure(article, file, text));
  }

  /** The page may have dropped the message meanwhile. */
  #changeFile({ messageId }: { readonly messageId: string }, change: (article: HTMLElement) => void): void {
    const article = this.#articleOf(messageId);
    if (article !== undefined) this.#keepScrollPosition(() => change(article));
  }

  /** Whether the focused message extends beyond the view in this direction, so that the key scrolls. */
  extendsBeyondView(step: number): boolean {
    const article = document.activeElement?.closest('article');
    if (!article || !Number.isFinite(step)) return false;
    const [inner, outer] = [article.getBoundingClientRect(), this.#scroller.getBoundingClientRect()];
    return step > 0 ? inner.bottom > outer.bottom + 1 : inner.top < outer.top - 1;
  }

  /** Records whether the focused message is visible, so that it stays visible when the page becomes narrower. */
  updateFocusVisibility(): void {
    const article = document.activeElement?.closest('article') ?? undefined;
    const [inner, outer] = [article?.getBoundingClientRect(), this.#scroller.getBoundingClientRect()];
    const isInSight = inner !== undefined && inner.bottom > outer.top && inner.top < outer.bottom;
    this.#visibleFocused = isInSight ? article : undefined;
  }

  /** Restores the scroll position after lines wrap differently. */
  restoreScroll(anchor: PageState['anchor']): void {
    const article = anchor && this.#articleOf(anchor.id);
    if (article === undefined) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    else article.scrollIntoView({ block: 'start' });
    this.#visibleFocused?.scrollIntoView({ block: 'nearest' });
  }

  /** The first unread message is above the view. */
  get hasUnreadAbove(): boolean {
    const top = this.#scroller.getBoundingClientRect().top;
    return (this.#firstUnread?.element.getBoundingClientRect().top ?? top) < top;
  }

  showUnread(): void {
    const article = this.#firstUnread?.articles[0];
    article?.scrollIntoView({ block: 'start' });
    article?.focus({ preventScroll: true });
  }

  /** Focuses the message in the Tab order: the last focused one, else the newest. */
  focus(): void {
    const stop = this.articles.find((article) => article.tabIndex === 0) ?? this.articles.at(-1);
    stop?.focus({ preventScroll: true });
  }

  /** Moves the focus by a number of messages; without a focused message, to the newest. */
  moveFocus(step: number): void {
    const { articles } = this;
    const at = articles.findIndex((article) => article.contains(document.activeElement));
    const target = at < 0 ? articles.at(-1) : articles[Math.min(Math.max(0, at + step), articles.length - 1)];
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  }

  #start({ threads, hasOlder, hasNewer, anchorId, isTarget, top }: Messages): void {
    this.#hasOlder = hasOlder;
    this.#hasNewer = hasNewer;
    this.#shown = threads.map((thread) => this.#itemOf(thread));
    this.#list.replaceChildren(...this.#shown.map((item) => item.element));
    this.#updateGroups(top);
    const anchor = anchorId === undefined ? undefined : this.#articleOf(anchorId);
    if (anchor === undefined) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    else {
      anchor.scrollIntoView({ block: isTarget ? 'center' : 'start' });
      const place = vscodeApi.getState()?.anchor;
      if (isTarget) anchor.focus({ preventScroll: true });
      else if (place?.id === anchorId) this.#scroller.scrollTop += place?.above ?? 0;
    }
    if (document.hasFocus() && document.activeElement === document.body) this.focus();
  }

  /** Adds threads at an end. A thread with a new reply moves to the new end. */
  #extend({ place, threads, hasOlder, hasNewer, afterId, top }: Messages): void {
    if (place === 'newer' && this.#lastInOrder?.thread.id !== afterId) {
      this.#hasNewer = true;
      return;
    }
    const known = new Map(this.#shown.map((item) => [item.thread.id, item]));
    this.#keepScrollPosition(() => {
      if (place === 'older') {
        const more = threads.filter(({ id }) => !known.has(id)).map((thread) => this.#itemOf(thread));
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
    if (this.#hasOlder) this.#top.textContent = this.#strings.loading;
    else if (top !== undefined) this.#top.textContent = top;
    for (const [index, item] of this.#shown.entries()) groupThread(item, this.#shown[index - 1]);
    this.#updateUnreadLine();
    const focused = this.articles.find((article) => article.contains(document.activeElement));
    this.#setTabStop(focused ?? this.articles.at(-1));
  }

  /** Above the first unread thread, if it is certain that the one before it is read. */
  #updateUnreadLine(): void {
    const first = this.#shown.findIndex((item) => isUnread(item, this.#readUntilMs));
    this.#firstUnread = first === 0 && this.#hasOlder ? undefined : this.#shown[first];
    for (const item of this.#shown) markUnread(item, item === this.#firstUnread ? this.#strings.unread : undefined);
  }

  /** Makes one message a Tab stop, followed by its links and buttons; arrow keys move to the others. */
  #setTabStop(stop: HTMLElement | undefined): void {
    for (const article of this.articles) {
      const index = article === stop ? 0 : -1;
      article.tabIndex = index;
      for (const inner of article.querySelectorAll<HTMLElement>('a, button, pre')) inner.tabIndex = index;
    }
  }

  #articleOf(messageId: string): HTMLElement | undefined {
    return this.articles.find(({ dataset }) => dataset.id === messageId);
  }

  /** The last thread that is where the room has it. */
  get #lastInOrder(): ThreadItem | undefined {
    return this.#shown.findLast(({ isMoved }) => !isMoved);
  }

  #append(thread: ShownThread, old: ThreadItem | undefined): void {
    const item = this.#itemOf(thread);
    const focusedId = old && focusedIdIn(old);
    old?.element.remove();
    this.#list.append(item.element);
    this.#shown = [...this.#shown.filter((each) => each !== old), item];
    if (focusedId !== undefined) focusMessage(item, focusedId);
  }

  #itemOf(thread: ShownThread, isMoved = false): ThreadItem {
    const item = threadItem(thread, this.#strings, isMoved);
    for (const article of item.articles) {
      article.addEventListener('focusin', () => {
        if (article.tabIndex !== 0) this.#setTabStop(article);
      });
    }
    for (const { id, fileCount } of [...(thread.root ? [thread.root] : []), ...thread.replies]) {
      if (fileCount > 0) this.#requests.files(id);
    }
    return item;
  }

  /** Applies a change while the visible messages stay in place. */
  #keepScrollPosition(change: () => void): void {
    if (this.isAtEnd) {
      change();
      this.#scroller.scrollTop = this.#scroller.scrollHeight;
      return;
    }
    const top = this.#scroller.getBoundingClientRect().top;
    const visible = this.articles.filter((article) => article.getBoundingClientRect().bottom > top);
    const places = visible.map((article) => [article.dataset.id ?? '', article.getBoundingClientRect().top] as const);
    change();
    // A changed thread has new articles, and another may have moved.
    const [id, before = 0] = places.find(([each]) => this.#articleOf(each) !== undefined) ?? [];
    const after = id === undefined ? undefined : this.#articleOf(id)?.getBoundingClientRect().top;
    if (after !== undefined) this.#scroller.scrollTop += after - before;
  }

  #loadWhenNear(): void {
    const first = this.#shown.find(({ isMoved }) => !isMoved)?.thread.id;
    const last = this.#lastInOrder?.thread.id;
    if (this.#isLoading || first === undefined || last === undefined) return;
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    if (this.#hasOlder && scrollTop < loadAheadPixels) {
      this.#isLoading = true;
      this.#list.setAttribute('aria-busy', 'true');
      this.#requests.older(first);
    } else if (this.#hasNewer && scrollHeight - scrollTop - clientHeight < loadAheadPixels) {
      this.#isLoading = true;
      this.#requests.newer(last);
    }
  }
}

function focusedIdIn({ articles }: ThreadItem): string | undefined {
  return articles.find((article) => article.contains(document.activeElement))?.dataset.id;
}

/** Focuses a message of a thread that was replaced; if it is hidden now, the first one. */
function focusMessage({ articles }: ThreadItem, id: string): void {
  const article = articles.find(({ dataset }) => dataset.id === id) ?? articles[0];
  article?.focus({ preventScroll: true });
}

import { element } from '../element.ts';
import { groupWith, messageArticle, showFiles } from './messageArticle.ts';
import type { ReaderStrings, ShownFile, ShownMessage, ToPage } from './protocol.ts';
import { type PageState, vscodeApi } from './vscodeApi.ts';

type Messages = Extract<ToPage, { readonly kind: 'messages' }>;

/** The most messages in the page; the others are loaded again on scroll. */
const maxShown = 200;
/** The distance to an end at which more messages are requested. */
const loadAheadPixels = 800;

/** Requests of the feed to the extension. */
export interface FeedRequests {
  older(beforeId: string): void;
  newer(afterId: string): void;
  files(messageId: string): void;
}

/** The messages in the page: a window on the room that moves with the scroll position. */
export class Feed {
  readonly #list: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #requests: FeedRequests;
  readonly #strings: ReaderStrings;
  #shown: { readonly message: ShownMessage; readonly article: HTMLElement }[] = [];
  #hasOlder = false;
  #hasNewer = false;
  #isLoading = false;
  readonly #top = element('p', { class: 'top' });
  #visibleFocused: HTMLElement | undefined;

  constructor(list: HTMLElement, scroller: HTMLElement, strings: ReaderStrings, requests: FeedRequests) {
    this.#list = list;
    this.#scroller = scroller;
    this.#strings = strings;
    this.#requests = requests;
    list.before(this.#top);
    scroller.addEventListener('scroll', () => this.#loadWhenNear(), { passive: true });
  }

  get articles(): readonly HTMLElement[] {
    return this.#shown.map(({ article }) => article);
  }

  /** The first visible message, to restore the scroll position. */
  get anchor(): PageState['anchor'] {
    if (this.isAtEnd) return undefined;
    const top = this.#scroller.getBoundingClientRect().top;
    const found = this.#shown.find(({ article }) => article.getBoundingClientRect().bottom > top);
    if (found === undefined) return undefined;
    const { id, createdMs } = found.message;
    return { id, createdMs, above: Math.round(top - found.article.getBoundingClientRect().top) };
  }

  get isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return !this.#hasNewer && scrollHeight - scrollTop - clientHeight < 40;
  }

  show(given: Messages): void {
    this.#isLoading = false;
    if (given.place === 'start') this.#start(given);
    else this.#extend(given);
    this.#list.setAttribute('aria-busy', 'false');
    this.#loadWhenNear();
  }

  /** Updates messages in the page: edited, deleted, or with a known author. */
  change(messages: readonly ShownMessage[]): void {
    const next = new Map(messages.map((message) => [message.id, message]));
    this.#keepScrollPosition(() => {
      this.#shown = this.#shown.map((old) => {
        const message = next.get(old.message.id);
        if (message === undefined) return old;
        const article = this.#articleOf(message);
        const hadFocus = old.article.contains(document.activeElement);
        old.article.replaceWith(article);
        if (hadFocus) article.focus({ preventScroll: true });
        return { message, article };
      });
      this.#updateGroups();
    });
  }

  showFiles(messageId: string, files: readonly ShownFile[]): void {
    const found = this.#shown.find(({ message }) => message.id === messageId);
    if (found === undefined) return;
    this.#keepScrollPosition(() => showFiles(found.article, files, this.#strings));
    for (const button of found.article.querySelectorAll<HTMLElement>('.files button'))
      button.tabIndex = found.article.tabIndex;
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
    const article = anchor && this.#shown.find(({ message }) => message.id === anchor.id)?.article;
    if (article === undefined) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    else article.scrollIntoView({ block: 'start' });
    this.#visibleFocused?.scrollIntoView({ block: 'nearest' });
  }

  /** Focuses the message in the Tab order: the last focused one, else the newest. */
  focus(): void {
    const stop = this.#shown.find(({ article }) => article.tabIndex === 0) ?? this.#shown.at(-1);
    stop?.article.focus({ preventScroll: true });
  }

  /** Moves the focus by a number of messages; without a focused message, to the newest. */
  moveFocus(step: number): void {
    const at = this.#shown.findIndex(({ article }) => article.contains(document.activeElement));
    const target = at < 0 ? this.#shown.at(-1) : this.#shown[Math.min(Math.max(0, at + step), this.#shown.length - 1)];
    target?.article.focus({ preventScroll: true });
    target?.article.scrollIntoView({ block: 'nearest' });
  }

  #start({ messages, hasOlder, hasNewer, anchorId, top }: Messages): void {
    this.#hasOlder = hasOlder;
    this.#hasNewer = hasNewer;
    this.#shown = messages.map((message) => ({ message, article: this.#articleOf(message) }));
    this.#list.replaceChildren(...this.articles);
    this.#updateGroups(top);
    const anchor = this.#shown.find(({ message }) => message.id === anchorId)?.article;
    if (anchor === undefined) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    else {
      anchor.scrollIntoView({ block: 'start' });
      const place = vscodeApi.getState()?.anchor;
      if (place?.id === anchorId) this.#scroller.scrollTop += place?.above ?? 0;
    }
    if (document.hasFocus() && document.activeElement === document.body) this.focus();
  }

  #extend({ place, messages, hasOlder, hasNewer, afterId, top }: Messages): void {
    if (place === 'newer' && this.#shown.at(-1)?.message.id !== afterId) {
      this.#hasNewer = true;
      return;
    }
    const known = new Set(this.#shown.map(({ message }) => message.id));
    const more = messages
      .filter(({ id }) => !known.has(id))
      .map((message) => ({ message, article: this.#articleOf(message) }));
    const articles = more.map(({ article }) => article);
    this.#keepScrollPosition(() => {
      if (place === 'older') {
        this.#hasOlder = hasOlder;
        this.#list.prepend(...articles);
        this.#shown = [...more, ...this.#shown];
      } else {
        this.#hasNewer = hasNewer;
        this.#list.append(...articles);
        this.#shown = [...this.#shown, ...more];
      }
      this.#trim(place);
      this.#updateGroups(top);
    });
  }

  /** Removes the messages farthest from the scroll direction. */
  #trim(place: 'start' | 'older' | 'newer'): void {
    const surplus = this.#shown.length - maxShown;
    if (surplus <= 0) return;
    const dropped = place === 'older' ? this.#shown.splice(-surplus) : this.#shown.splice(0, surplus);
    for (const { article } of dropped) article.remove();
    if (place === 'older') this.#hasNewer = true;
    else this.#hasOlder = true;
  }

  /** @param top text above the first message when there are no older ones */
  #updateGroups(top?: string): void {
    if (this.#hasOlder) this.#top.textContent = this.#strings.loading;
    else if (top !== undefined) this.#top.textContent = top;
    for (const [index, { message, article }] of this.#shown.entries()) {
      groupWith(article, message, this.#shown[index - 1]?.message);
    }
    const focused = this.#shown.find(({ article }) => article.contains(document.activeElement));
    this.#setTabStop((focused ?? this.#shown.at(-1))?.article);
  }

  /** Makes one message a Tab stop, followed by its links and buttons; arrow keys move to the others. */
  #setTabStop(stop: HTMLElement | undefined): void {
    for (const article of this.articles) {
      const index = article === stop ? 0 : -1;
      article.tabIndex = index;
      for (const inner of article.querySelectorAll<HTMLElement>('a, button, pre')) inner.tabIndex = index;
    }
  }

  #articleOf(message: ShownMessage): HTMLElement {
    const article = messageArticle(message, this.#strings);
    article.addEventListener('focusin', () => {
      if (article.tabIndex !== 0) this.#setTabStop(article);
    });
    if (message.fileCount > 0) this.#requests.files(message.id);
    return article;
  }

  /** Applies a change while the visible messages stay in place. */
  #keepScrollPosition(change: () => void): void {
    if (this.isAtEnd) {
      change();
      this.#scroller.scrollTop = this.#scroller.scrollHeight;
      return;
    }
    const top = this.#scroller.getBoundingClientRect().top;
    const isInSight = (article: HTMLElement): boolean => article.getBoundingClientRect().bottom > top;
    const anchor = this.#shown.find(({ article }) => isInSight(article))?.article;
    const before = anchor?.getBoundingClientRect().top ?? 0;
    change();
    if (anchor?.isConnected) this.#scroller.scrollTop += anchor.getBoundingClientRect().top - before;
  }

  #loadWhenNear(): void {
    const first = this.#shown[0]?.message.id;
    const last = this.#shown.at(-1)?.message.id;
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

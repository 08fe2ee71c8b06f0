import { keepState, type PageState, pageState } from './vscodeApi.ts';

type Anchor = NonNullable<PageState['anchor']>;

/** The messages in their scroll view: which of them are visible, and which has the focus. */
export class ScrollView {
  readonly #scroller: HTMLElement;
  readonly #articles: () => readonly HTMLElement[];
  #visibleFocused: HTMLElement | undefined;
  /** Where the page has been placed, and the scroll position that this led to, until the user scrolls or moves. */
  #place: { readonly anchor: Anchor; readonly scrollTop: number } | undefined;

  /** @param articles the messages, in their order */
  constructor(scroller: HTMLElement, articles: () => readonly HTMLElement[]) {
    this.#scroller = scroller;
    this.#articles = articles;
    scroller.addEventListener('focusin', () => {
      this.updateFocusVisibility();
      if (this.focused !== undefined) this.#setCurrent(this.focused);
    });
    // Back at the same position, the user may be at the end, whose new messages are to be followed.
    scroller.addEventListener('scroll', () => this.#isAtPlace || this.#leavePlace(), { passive: true });
  }

  /** The number of pixels above and below the visible part. */
  get hidden(): { readonly above: number; readonly below: number } {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return { above: scrollTop, below: scrollHeight - scrollTop - clientHeight };
  }

  /** Not at a place that may still get its images, and then more below it. */
  get isAtBottom(): boolean {
    return !this.#isAtPlace && this.hidden.below < 40;
  }

  get #isAtPlace(): boolean {
    return this.#place?.scrollTop === this.#scroller.scrollTop;
  }

  #leavePlace(): void {
    this.#place = undefined;
  }

  /** Whether the start of an element is above the visible part. */
  isAbove(element: HTMLElement): boolean {
    return element.getBoundingClientRect().top < this.#top;
  }

  get #top(): number {
    return this.#scroller.getBoundingClientRect().top;
  }

  scrollToBottom(): void {
    this.#leavePlace();
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  /** The first visible message, to restore the scroll position. */
  get anchor(): PageState['anchor'] {
    return this.#anchors[0];
  }

  /** The visible messages, after the one that the page has been placed at, if the user has not scrolled since. */
  get #anchors(): readonly Anchor[] {
    const top = this.#top;
    // Not one of which only a part of a pixel is visible.
    const visible = this.#articles().filter((each) => each.getBoundingClientRect().bottom > top + 1);
    const anchors = visible.map((article) => {
      const { id = '', createdMs } = article.dataset;
      return { id, createdMs: Number(createdMs), above: top - article.getBoundingClientRect().top };
    });
    return this.#place !== undefined && this.#isAtPlace ? [this.#place.anchor, ...anchors] : anchors;
  }

  /**
   * Scrolls to a place, and returns to it with each change until the user scrolls: its message may still get its images, and a
   * browser drops parts of pixels. @returns whether the page has the message
   */
  place(anchor: Anchor): boolean {
    const article = this.articleOf(anchor.id);
    if (article === undefined) return false;
    // `scrollIntoView` would leave room above some messages.
    const pixels = article.getBoundingClientRect().top - this.#top + Math.min(anchor.above, article.clientHeight);
    this.#scroller.scrollTop = Math.round(this.#scroller.scrollTop + pixels);
    this.#place = { anchor, scrollTop: this.#scroller.scrollTop };
    return true;
  }

  /** Whether the focused message extends beyond the view in this direction, so that the key scrolls. */
  extendsBeyondView(step: number): boolean {
    const article = document.activeElement?.closest('article');
    if (!article || !Number.isFinite(step)) return false;
    const inner = article.getBoundingClientRect();
    const outer = this.#scroller.getBoundingClientRect();
    return step > 0 ? inner.bottom > outer.bottom + 1 : inner.top < outer.top - 1;
  }

  /** Records whether the focused message is visible, so that it stays visible when the page becomes narrower. */
  updateFocusVisibility(): void {
    const article = document.activeElement?.closest('article') ?? undefined;
    const inner = article?.getBoundingClientRect();
    const outer = this.#scroller.getBoundingClientRect();
    const isInSight = inner !== undefined && inner.bottom > outer.top && inner.top < outer.bottom;
    this.#visibleFocused = isInSight ? article : undefined;
  }

  /** Restores the scroll position after lines wrap differently. */
  restoreScroll(anchor: PageState['anchor']): void {
    if (anchor === undefined || !this.place(anchor)) this.scrollToBottom();
    // A larger page may show the end.
    else if (this.hidden.below < 40) this.#leavePlace();
    this.#visibleFocused?.scrollIntoView({ block: 'nearest' });
  }

  /** The message that has the focus, or contains it. */
  get focused(): HTMLElement | undefined {
    return this.#articles().find((article) => article.contains(document.activeElement));
  }

  /** The message that has the focus, or had it before a dialog of VS Code. */
  get focusedBefore(): HTMLElement | undefined {
    return this.focused ?? (document.activeElement === document.body ? this.#lastFocused : undefined);
  }

  /** The message that had the focus last, also in a page that is shown again. */
  get #lastFocused(): HTMLElement | undefined {
    return this.articleOf(pageState().focusedId ?? '');
  }

  /** Focuses a message that is shown, else as `focus`. */
  focusMessage(messageId: string | undefined): void {
    const article = messageId === undefined ? undefined : this.articleOf(messageId);
    if (article === undefined) this.focus();
    else this.#focusAndShow(article);
  }

  /** Shows a message with those around it, and focuses it. */
  showTarget(article: HTMLElement): void {
    this.#leavePlace();
    article.scrollIntoView({ block: 'center' });
    article.focus({ preventScroll: true });
  }

  /** Focuses the message in the Tab order: the last focused one, else the newest. */
  focus(): void {
    (this.#lastFocused ?? this.#articles().at(-1))?.focus({ preventScroll: true });
  }

  /** Moves the focus by a number of messages; without a focused message, to the newest. */
  moveFocus(step: number): void {
    const articles = this.#articles();
    const at = articles.findIndex((article) => article.contains(document.activeElement));
    this.#focusAndShow(at < 0 ? articles.at(-1) : articles[Math.min(Math.max(0, at + step), articles.length - 1)]);
  }

  /** Focuses the message after a deleted one, or before the last one, as soon as the page has the focus. */
  focusNeighbour(article: HTMLElement): void {
    const articles = this.#articles();
    const at = articles.indexOf(article);
    const neighbour = articles[at + 1] ?? articles[at - 1];
    if (neighbour !== undefined) this.#setCurrent(neighbour);
    this.#focusAndShow(neighbour);
  }

  #focusAndShow(article: HTMLElement | undefined): void {
    this.#leavePlace();
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: 'nearest' });
  }

  #setCurrent({ dataset: { id = '' } }: HTMLElement): void {
    if (id === pageState().focusedId) return;
    keepState({ focusedId: id });
    this.updateTabStop();
  }

  /** Makes one message a Tab stop, followed by its links and buttons; arrow keys move to the others. */
  updateTabStop(): void {
    const stop = this.#lastFocused ?? this.#articles().at(-1);
    for (const article of this.#articles()) {
      const index = article === stop ? 0 : -1;
      article.tabIndex = index;
      for (const inner of article.querySelectorAll<HTMLElement>('a, button, pre, summary')) inner.tabIndex = index;
    }
  }

  articleOf(messageId: string): HTMLElement | undefined {
    return this.#articles().find(({ dataset }) => dataset.id === messageId);
  }

  /**
   * Applies a change while the visible messages stay in place, and the focus on its message, or near it.
   * @param isAtEnd the end stays visible instead
   */
  keepPosition(isAtEnd: boolean, change: () => void): void {
    const before = this.#articles();
    const { focused } = this;
    const anchors = this.#anchors;
    change();
    if (focused !== undefined && this.focused === undefined) this.#refocus(focused, before.indexOf(focused));
    if (isAtEnd) this.scrollToBottom();
    // A changed thread has new articles, and another may have moved.
    else anchors.some((anchor) => this.place(anchor));
  }

  /** Focuses the message again that has lost the focus; else one of its thread, or what is at its place. */
  #refocus(lost: HTMLElement, at: number): void {
    const articles = this.#articles();
    const threadOf = (article: HTMLElement) => article.closest<HTMLElement>('.thread')?.dataset.thread;
    const next = this.articleOf(lost.dataset.id ?? '') ?? articles.find((each) => threadOf(each) === threadOf(lost));
    (next ?? articles[Math.min(at, articles.length - 1)])?.focus({ preventScroll: true });
  }
}

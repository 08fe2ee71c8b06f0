import { decodeImage } from '../decodeImage.ts';
import { byId, element } from '../element.ts';
import { Feed } from './feed.ts';
import { openMenu, runAction } from './pageActions.ts';
import { focusStep } from './pageKeys.ts';
import type { ToPage } from './protocol.ts';
import { ReplyField } from './replyField.ts';
import { isMac, keepState, pageState, post, strings } from './vscodeApi.ts';

const scroller = byId('scroller');
const list = byId('feed');
const failureBox = byId('failure');
const live = byId('live');
const toNewest = byId('toNewest');
const toUnread = byId('toUnread');
const note = byId('note');
const refresh = byId('refresh');
const feed = new Feed(list, scroller);
const field = new ReplyField(
  (messageId) => feed.view.focusMessage(messageId),
  () => say(strings.sent),
  () => feed.editOwn(),
);

/** @param html from the host, which has escaped its texts; empty for no failure */
function showFailure(html: string): void {
  byId('loading').hidden = true;
  failureBox.innerHTML = html;
  failureBox.hidden = html === '';
}

/** Announces a text politely, also the same one again. */
function say(text: string): void {
  live.textContent = '';
  requestAnimationFrame(() => {
    live.textContent = text;
  });
}

/** Announces new messages once, with the newest. If the user has scrolled up, the button shows their number. */
function announce(newCount: number): void {
  if (newCount > 0) say([countText(newCount), feed.newestOfOthers?.ariaLabel].filter(Boolean).join(': '));
  unseenCount += newCount;
  updateToNewest();
}

let unseenCount = 0;

function countText(count: number): string {
  if (count === 0) return strings.noNewMessages;
  return count === 1 ? strings.newMessage : strings.newMessages.replace('{0}', String(count));
}

function updateToNewest(): void {
  if (feed.isAtEnd) unseenCount = 0;
  toNewest.hidden = feed.isAtEnd;
  toUnread.hidden = !feed.hasUnreadAbove;
  toNewest.textContent = unseenCount > 0 ? `${strings.toNewest} (${countText(unseenCount)})` : strings.toNewest;
}

/** Shows a result next to the buttons until the next action, and announces it to screen readers. */
function showNote(text: string): void {
  note.textContent = text;
  say(text);
}

function setRefreshing(isRefreshing: boolean): void {
  // A disabled button would lose the focus.
  refresh.setAttribute('aria-busy', String(isRefreshing));
}

/** Fills in the attachments of a message. */
function showFiles(article: HTMLElement, html: string): void {
  const list = article.querySelector('.files');
  if (list === null) return;
  // As the HTML of messages.
  list.innerHTML = html;
  for (const button of list.querySelectorAll('button')) button.tabIndex = article.tabIndex;
}

/** Shows an image below its file. Selecting it opens the file in an editor. */
async function showImage(given: Extract<ToPage, { kind: 'image' }>): Promise<void> {
  const image = await decodeImage(given);
  replaceRequest(given, (row) => {
    if (image === undefined) return element('p', { class: 'fileDetail' }, strings.imageFailed);
    const button = row.querySelector('[data-action="openFile"]')?.cloneNode() as HTMLElement;
    button.className = 'image';
    button.append(image);
    return button;
  });
}

/** Does nothing for a second response, as after a double click, or if the files of the message were listed again. */
function replaceRequest(
  { messageId, file }: { readonly messageId: string; readonly file: number },
  shown: (row: Element) => HTMLElement,
): void {
  feed.changeMessage(messageId, (article) => {
    const row = article.querySelectorAll('.files > li')[file];
    const request = row?.querySelector('[data-image]');
    if (!row || !request) return;
    const hadFocus = request === document.activeElement;
    const result = shown(row);
    request.replaceWith(result);
    if (hadFocus) (result instanceof HTMLButtonElement ? result : article).focus({ preventScroll: true });
  });
}

/** Scrolls to a message of the user, which may be beyond the messages of the page. */
function reveal(messageId: string): void {
  const article = feed.view.articleOf(messageId);
  if (article === undefined) post({ kind: 'showMessage', messageId });
  else article.scrollIntoView({ block: 'nearest' });
}

type Received<Kind extends ToPage['kind']> = Extract<ToPage, { readonly kind: Kind }>;

const receivers: { readonly [Kind in ToPage['kind']]: (message: Received<Kind>) => void } = {
  messages(message) {
    showFailure('');
    feed.show(message);
    announce(message.newCount ?? 0);
  },
  changed: ({ threads }) => feed.change(threads),
  files: ({ messageId, html }) => feed.changeMessage(messageId, (article) => showFiles(article, html)),
  image: (message) => void showImage(message),
  imageFailed: ({ text, ...place }) => replaceRequest(place, () => element('p', { class: 'fileDetail' }, text)),
  refreshed({ newCount }) {
    setRefreshing(false);
    if (newCount === 0) showNote(countText(0));
    else note.textContent = '';
  },
  run(message) {
    if (!runAction(message, { list, feed, field }))
      showNote(message.action === 'firstUnread' ? strings.nothingUnread : strings.notAvailable);
  },
  taken: (message) => field.receive(message),
  quote: ({ text }) => field.quote(text),
  people: (message) => field.people.receive(message),
  reveal: ({ messageId }) => reveal(messageId),
  failed({ html }) {
    setRefreshing(false);
    showFailure(html);
    if (html === '') feed.endLoading(true);
  },
};

function receive<Kind extends ToPage['kind']>(message: Received<Kind>): void {
  const receiver: (message: Received<Kind>) => void = receivers[message.kind as Kind];
  receiver(message);
}

refresh.addEventListener('click', () => {
  if (refresh.ariaBusy === 'true') return;
  setRefreshing(true);
  post({ kind: 'refresh' });
});
toNewest.addEventListener('click', () => post({ kind: 'newest' }));
toUnread.addEventListener('click', () => feed.showUnread());
byId('search').addEventListener('click', () => post({ kind: 'search' }));
document.addEventListener('click', ({ target }) => {
  note.textContent = '';
  const button = target instanceof Element ? target.closest('button') : null;
  const article = button?.closest('article');
  if (button?.dataset.request !== undefined) post(JSON.parse(button.dataset.request));
  else if (button?.dataset.menu !== undefined) openMenu(button);
  else if (article && button?.dataset.reply !== undefined) field.reply(article);
});

list.addEventListener('keydown', (event) => {
  const step = focusStep(event);
  // A message that extends beyond the view is scrolled first.
  if (step === undefined || feed.view.extendsBeyondView(step)) return;
  event.preventDefault();
  if (step === Number.POSITIVE_INFINITY) feed.focusNewest();
  else feed.view.moveFocus(step);
});

let isScheduled = false;
scroller.addEventListener(
  'scroll',
  () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      keepState({ anchor: feed.isAtEnd ? undefined : feed.view.anchor });
      feed.view.updateFocusVisibility();
      updateToNewest();
    });
  },
  { passive: true },
);

// VS Code focuses the page when it opens, and when the user returns to it.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) feed.view.focus();
});

// For example when a reply opens next to it.
window.addEventListener('resize', () => feed.view.restoreScroll(pageState().anchor));

// The field grows with its text.
new ResizeObserver(() => {
  if (pageState().anchor === undefined) feed.view.scrollToBottom();
}).observe(scroller);

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));

const { roomId = '', accountId = '' } = document.body.dataset;
keepState({ roomId, accountId });
const { anchor } = pageState();
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
post({
  kind: 'ready',
  region: navigator.language,
  timeZone,
  isMac,
  ...(anchor && { anchorId: anchor.id, anchorMs: anchor.createdMs }),
});

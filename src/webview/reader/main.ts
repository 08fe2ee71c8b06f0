import { buttonElement, byId, element } from '../element.ts';
import { Feed, type FeedRequests } from './feed.ts';
import { type MessageActions, openMenu, runAction } from './pageActions.ts';
import { focusStep, isLastKeyIn, watchFocus } from './pageKeys.ts';
import type { BlockAction, FileAction, FocusPlace, FromPage, ReaderStrings, ShownFailure, ToPage } from './protocol.ts';
import { ReplyField } from './replyField.ts';
import { vscodeApi } from './vscodeApi.ts';

const scroller = byId('scroller');
const list = byId('feed');
const failureBox = byId('failure');
const live = byId('live');
const toNewest = byId('toNewest');
const toUnread = byId('toUnread');
const note = byId('note');
const refresh = byId('refresh') as HTMLButtonElement;
let feed: Feed | undefined;
let field: ReplyField | undefined;
let strings: ReaderStrings;

const post = (message: FromPage): void => vscodeApi.postMessage(message);

function begin({ strings: given, language, showsImages }: Extract<ToPage, { kind: 'strings' }>): void {
  strings = given;
  document.documentElement.lang = language;
  list.setAttribute('aria-label', strings.feed);
  refresh.textContent = strings.refresh;
  byId('search').textContent = strings.search;
  toNewest.textContent = strings.toNewest;
  toUnread.textContent = strings.toUnread;
  const requests: FeedRequests = {
    older: (threadId) => post({ kind: 'older', threadId }),
    newer: (threadId) => post({ kind: 'newer', threadId }),
    newest: () => post({ kind: 'newest' }),
    files: (messageId) => post({ kind: 'files', messageId }),
    image: (messageId, file) => post({ kind: 'image', messageId, file }),
  };
  feed ??= new Feed({ list, scroller }, strings, requests, showsImages);
  field ??= new ReplyField(strings, { post, focusMessage: (id) => feed?.view.focusMessage(id) });
}

function showFailure(failure: ShownFailure | undefined): void {
  const buttons = (failure?.actions ?? []).map(({ id, label }) => buttonElement({ 'data-error-action': id }, label));
  failureBox.replaceChildren(...(failure ? [element('p', {}, failure.message), ...buttons] : []));
  failureBox.hidden = failure === undefined;
}

/** Announces new messages once, politely. If the user has scrolled up, the button shows their number. */
function announce(newCount: number): void {
  if (newCount > 0) live.textContent = countText(newCount);
  unseenCount = feed?.isAtEnd ? 0 : unseenCount + newCount;
  updateToNewest();
}

/** The number of messages since the end was last visible. */
let unseenCount = 0;

function countText(count: number): string {
  if (count === 0) return strings.noNewMessages;
  return count === 1 ? strings.newMessage : strings.newMessages.replace('{0}', String(count));
}

function updateToNewest(): void {
  const isAtEnd = feed?.isAtEnd ?? true;
  if (isAtEnd) unseenCount = 0;
  toNewest.hidden = isAtEnd;
  toUnread.hidden = !feed?.hasUnreadAbove;
  toNewest.textContent = unseenCount > 0 ? `${strings.toNewest} (${countText(unseenCount)})` : strings.toNewest;
}

function setRefreshing(isRefreshing: boolean): void {
  // A disabled button would lose the focus.
  refresh.setAttribute('aria-busy', String(isRefreshing));
}

/** Shows the result next to the button until the next action, and announces it to screen readers. */
function noteRefreshed(newCount: number): void {
  setRefreshing(false);
  note.textContent = newCount === 0 ? countText(0) : '';
  if (newCount === 0) live.textContent = countText(0);
}

type Received<Kind extends ToPage['kind']> = Extract<ToPage, { readonly kind: Kind }>;

const receivers: { readonly [Kind in ToPage['kind']]: (message: Received<Kind>) => void } = {
  strings: begin,
  messages(message) {
    showFailure(undefined);
    byId('loading').hidden = true;
    feed?.show(message);
    announce(message.newCount ?? 0);
  },
  changed: ({ threads }) => feed?.change(threads),
  files: ({ messageId, files }) => feed?.files.show(messageId, files),
  image: (message) => void feed?.files.showImage(message),
  imageFailed: (message) => feed?.files.showImageFailure(message),
  refreshed: ({ newCount }) => noteRefreshed(newCount),
  run,
  taken: (message) => field?.receive(message),
  quote: ({ text }) => field?.quote(text),
  reveal: ({ messageId }) => reveal(messageId),
  failed({ failure }) {
    byId('loading').hidden = true;
    setRefreshing(false);
    showFailure(failure);
  },
};

function receive<Kind extends ToPage['kind']>(message: Received<Kind>): void {
  const receiver: (message: Received<Kind>) => void = receivers[message.kind as Kind];
  receiver(message);
}

/** Runs the action of a menu, or of a key that was pressed on a message or in the field. */
function run({ action, ...target }: Extract<ToPage, { kind: 'run' }>): void {
  if (action === 'send' || action === 'openDraft') {
    if (isLastKeyIn(field?.element)) field?.[action]();
    return;
  }
  const isMeant = target.messageId !== undefined || isLastKeyIn(list);
  if (!isMeant || feed === undefined || runAction({ action, ...target }, feed.view, actions)) return;
  note.textContent = strings.notAvailable;
  live.textContent = strings.notAvailable;
}

const actions: MessageActions = {
  press: runButton,
  reply: (article) => field?.reply(article),
  write: () => field?.write(),
  replyWith: (what, messageId) => post({ kind: 'replyWith', what, messageId }),
  quote: (messageId) => post({ kind: 'quote', messageId }),
  copy: (messageId) => post({ kind: 'copyMessage', messageId }),
  delete: (messageId) => post({ kind: 'delete', messageId }),
  showUnread: () => feed?.showUnread(),
  search: () => post({ kind: 'search' }),
};

/** Scrolls to a message of the user, which may be beyond the messages of the page. */
function reveal(messageId: string): void {
  const article = feed?.view.articleOf(messageId);
  if (article === undefined) post({ kind: 'showMessage', messageId });
  else article.scrollIntoView({ block: 'nearest' });
}

/** Runs a button of a message. */
function runButton(button: HTMLElement): void {
  const { action, index = '', errorAction, reply, menu, path, line, show, replies, image } = button.dataset;
  const threadId = button.closest<HTMLElement>('[data-thread]')?.dataset.thread;
  const messageId = button.closest<HTMLElement>('[data-id]')?.dataset.id;
  if (errorAction !== undefined) post({ kind: 'errorAction', id: errorAction });
  else if (path !== undefined) post({ kind: 'openPath', path, line: Number(line) });
  else if (menu !== undefined) openMenu(button);
  else if (image !== undefined && messageId !== undefined) post({ kind: 'image', messageId, file: Number(image) });
  else if (show !== undefined) post({ kind: 'showMessage', messageId: show });
  else if (replies !== undefined && threadId !== undefined)
    post({ kind: 'replies', threadId, isMore: replies === 'more' });
  else if (reply !== undefined) actions.reply(button.closest('article') ?? button);
  else if (action === undefined || messageId === undefined) return;
  else if (button.closest('.files'))
    post({ kind: 'file', action: action as FileAction, messageId, file: Number(index) });
  else post({ kind: 'block', action: action as BlockAction, messageId, block: Number(index) });
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  note.textContent = '';
  if (button?.id === 'refresh') {
    if (refresh.ariaBusy === 'true') return;
    setRefreshing(true);
    post({ kind: 'refresh' });
  } else if (button?.id === 'toNewest') post({ kind: 'newest' });
  else if (button?.id === 'search') post({ kind: 'search' });
  else if (button?.id === 'toUnread') feed?.showUnread();
  else if (button) runButton(button);
});

list.addEventListener('keydown', (event) => {
  const step = focusStep(event);
  // A message that extends beyond the view is scrolled first.
  if (step === undefined || feed?.view.extendsBeyondView(step)) return;
  event.preventDefault();
  if (step === Number.POSITIVE_INFINITY) feed?.focusNewest();
  else feed?.view.moveFocus(step);
});

let isScheduled = false;
scroller.addEventListener(
  'scroll',
  () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      const { anchor: _, ...state } = vscodeApi.getState() ?? {};
      const anchor = feed?.isAtEnd ? undefined : feed?.view.anchor;
      vscodeApi.setState({ ...state, ...(anchor && { anchor }) });
      feed?.view.updateFocusVisibility();
      updateToNewest();
    });
  },
  { passive: true },
);

function placeOf(focused: Element | null): FocusPlace {
  if (list.contains(focused)) return 'messages';
  return focused !== null && focused === field?.element ? 'field' : 'none';
}

// VS Code focuses the page when it opens, and when the user returns to it.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) feed?.view.focus();
});
watchFocus(placeOf, (place) => post({ kind: 'focus', place }));

list.addEventListener('focusin', () => feed?.view.updateFocusVisibility());

// For example when a reply opens next to it.
window.addEventListener('resize', () => feed?.view.restoreScroll(vscodeApi.getState()?.anchor));

// The field grows with its text.
new ResizeObserver(() => {
  if (vscodeApi.getState()?.anchor === undefined) feed?.view.scrollToBottom();
}).observe(scroller);

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));

const { roomId = '', accountId = '' } = document.body.dataset;
const { anchor } = vscodeApi.getState() ?? {};
vscodeApi.setState({ ...vscodeApi.getState(), roomId, accountId });
post({ kind: 'ready', ...(anchor && { anchor: { id: anchor.id, createdMs: anchor.createdMs } }) });

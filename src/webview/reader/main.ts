import { buttonElement, byId, element } from '../element.ts';
import { Feed, type FeedRequests } from './feed.ts';
import { type MessageActions, openMenu, runAction } from './pageActions.ts';
import type { BlockAction, FileAction, FocusPlace, FromPage, ReaderStrings, ShownFailure, ToPage } from './protocol.ts';
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
let strings: ReaderStrings;

const post = (message: FromPage): void => vscodeApi.postMessage(message);

function begin({ strings: given, language, showsImages }: Extract<ToPage, { kind: 'strings' }>): void {
  strings = given;
  document.documentElement.lang = language;
  list.setAttribute('aria-label', strings.feed);
  byId('reply').textContent = strings.reply;
  refresh.textContent = strings.refresh;
  byId('search').textContent = strings.search;
  toNewest.textContent = strings.toNewest;
  toUnread.textContent = strings.toUnread;
  const requests: FeedRequests = {
    older: (threadId) => post({ kind: 'older', threadId }),
    newer: (threadId) => post({ kind: 'newer', threadId }),
    files: (messageId) => post({ kind: 'files', messageId }),
    image: (messageId, file) => post({ kind: 'image', messageId, file }),
  };
  feed ??= new Feed({ list, scroller }, strings, requests, showsImages);
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
  refresh.disabled = isRefreshing;
  refresh.setAttribute('aria-busy', String(isRefreshing));
}

/** Shows the result next to the button until the next action, and announces it to screen readers. */
function noteRefreshed(newCount: number): void {
  setRefreshing(false);
  note.textContent = newCount === 0 ? countText(0) : '';
  if (newCount === 0) live.textContent = countText(0);
}

function receive(message: ToPage): void {
  switch (message.kind) {
    case 'strings':
      begin(message);
      return;
    case 'messages':
      showFailure(undefined);
      byId('loading').hidden = true;
      feed?.show(message);
      announce(message.newCount ?? 0);
      return;
    case 'changed':
      feed?.change(message.threads);
      return;
    case 'files':
      feed?.showFiles(message.messageId, message.files);
      return;
    case 'image':
      void feed?.showImage(message);
      return;
    case 'imageFailed':
      feed?.showImageFailure(message);
      return;
    case 'refreshed':
      noteRefreshed(message.newCount);
      return;
    case 'run':
      run(message);
      return;
    case 'failed':
      byId('loading').hidden = true;
      setRefreshing(false);
      showFailure(message.failure);
  }
}

/** Where the last key was pressed: by the time VS Code runs its command, the focus may be elsewhere. */
let keyTarget: EventTarget | null = null;
window.addEventListener(
  'keydown',
  ({ target }) => {
    keyTarget = target;
  },
  { capture: true },
);

/** Runs the action of a menu, or of a key that was pressed on a message. */
function run(message: Extract<ToPage, { kind: 'run' }>): void {
  const isMeant = message.messageId !== undefined || (keyTarget instanceof Node && list.contains(keyTarget));
  if (!isMeant || feed === undefined || runAction(message, feed.view, actions)) return;
  note.textContent = strings.notAvailable;
  live.textContent = strings.notAvailable;
}

const actions: MessageActions = {
  press: runButton,
  reply: ({ dataset: { id = '' } }) => post({ kind: 'reply', messageId: id, isInThread: true }),
  quote: (messageId) => post({ kind: 'reply', messageId }),
  copy: (messageId) => post({ kind: 'copyMessage', messageId }),
  delete: (messageId) => post({ kind: 'delete', messageId }),
  showUnread: () => feed?.showUnread(),
  search: () => post({ kind: 'search' }),
};

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
  else if (reply !== undefined && messageId !== undefined) post({ kind: 'reply', messageId, isInThread: true });
  else if (action === undefined || messageId === undefined) return;
  else if (button.closest('.files'))
    post({ kind: 'file', action: action as FileAction, messageId, file: Number(index) });
  else post({ kind: 'block', action: action as BlockAction, messageId, block: Number(index) });
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  note.textContent = '';
  if (button?.id === 'reply') post({ kind: 'reply' });
  else if (button?.id === 'refresh') {
    setRefreshing(true);
    post({ kind: 'refresh' });
  } else if (button?.id === 'toNewest') post({ kind: 'newest' });
  else if (button?.id === 'search') post({ kind: 'search' });
  else if (button?.id === 'toUnread') feed?.showUnread();
  else if (button) runButton(button);
});

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

list.addEventListener('keydown', (event) => {
  const step = steps[event.key];
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  // Inside a code block the same keys scroll it; a message that extends beyond the view is scrolled first.
  const isOnMessage = event.target instanceof Element && !event.target.closest('pre');
  if (step === undefined || !isPlain || !isOnMessage || feed?.view.extendsBeyondView(step)) return;
  event.preventDefault();
  feed?.view.moveFocus(step);
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

let focusPlace: FocusPlace = 'none';

/** Reports where the focus is, so that the keys of messages work on messages only. */
function reportFocus(place: FocusPlace): void {
  if (place === focusPlace) return;
  focusPlace = place;
  post({ kind: 'focus', place });
}

document.addEventListener('focusin', () => reportFocus(list.contains(document.activeElement) ? 'messages' : 'none'));
window.addEventListener('blur', () => reportFocus('none'));

// VS Code focuses the page when it opens, and when the user returns to it.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) feed?.view.focus();
  reportFocus(list.contains(document.activeElement) ? 'messages' : 'none');
});

list.addEventListener('focusin', () => feed?.view.updateFocusVisibility());

// For example when a reply opens next to it.
window.addEventListener('resize', () => feed?.view.restoreScroll(vscodeApi.getState()?.anchor));

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));

const { roomId = '', accountId = '' } = document.body.dataset;
const anchor = vscodeApi.getState()?.anchor;
vscodeApi.setState({ roomId, accountId, ...(anchor && { anchor }) });
post({ kind: 'ready', ...(anchor && { anchor: { id: anchor.id, createdMs: anchor.createdMs } }) });

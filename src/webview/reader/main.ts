import { byId, element } from '../element.ts';
import { Feed } from './feed.ts';
import type { BlockAct, FileAct, FromPage, ReaderWords, ShownFailure, ToPage } from './protocol.ts';
import { vscodeApi } from './vscodeApi.ts';

const scroller = byId('scroller');
const list = byId('feed');
const failureBox = byId('failure');
const live = byId('live');
const toNewest = byId('toNewest');
const note = byId('note');
const refresh = byId('refresh') as HTMLButtonElement;
let feed: Feed | undefined;
let allWords: ReaderWords;

const post = (message: FromPage): void => vscodeApi.postMessage(message);

function begin(words: ReaderWords, language: string): void {
  allWords = words;
  document.documentElement.lang = language;
  list.setAttribute('aria-label', words.feed);
  byId('reply').textContent = words.reply;
  refresh.textContent = words.refresh;
  toNewest.textContent = words.toNewest;
  feed ??= new Feed(list, scroller, words, {
    older: (messageId) => post({ kind: 'older', messageId }),
    newer: (messageId) => post({ kind: 'newer', messageId }),
    files: (messageId) => post({ kind: 'files', messageId }),
  });
}

function showFailure(failure: ShownFailure | undefined): void {
  const buttons = (failure?.waysOut ?? []).map(({ id, label }) =>
    element('button', { type: 'button', 'data-way': id }, label),
  );
  failureBox.replaceChildren(...(failure ? [element('p', {}, failure.sentence), ...buttons] : []));
  failureBox.hidden = failure === undefined;
}

/** New messages are said once, politely; who has scrolled up sees how many wait at the end. */
function tell(newCount: number): void {
  const words = countWords(newCount);
  if (newCount > 0) live.textContent = words;
  waiting = feed?.isAtEnd ? 0 : waiting + newCount;
  showWay();
}

/** How many messages have come since the end was last in sight. */
let waiting = 0;

function countWords(count: number): string {
  if (count === 0) return allWords.noNewMessages;
  return count === 1 ? allWords.newMessage : allWords.newMessages.replace('{0}', String(count));
}

function showWay(): void {
  const isAtEnd = feed?.isAtEnd ?? true;
  if (isAtEnd) waiting = 0;
  toNewest.hidden = isAtEnd;
  toNewest.textContent = waiting > 0 ? `${allWords.toNewest} (${countWords(waiting)})` : allWords.toNewest;
}

function setRefreshing(isRefreshing: boolean): void {
  refresh.disabled = isRefreshing;
  refresh.setAttribute('aria-busy', String(isRefreshing));
}

/** Beside the button, until something else happens; who listens hears it as well. */
function noteRefreshed(newCount: number): void {
  setRefreshing(false);
  note.textContent = newCount === 0 ? countWords(0) : '';
  if (newCount === 0) live.textContent = countWords(0);
}

function receive(message: ToPage): void {
  switch (message.kind) {
    case 'words':
      begin(message.words, message.language);
      return;
    case 'messages':
      showFailure(undefined);
      byId('loading').hidden = true;
      feed?.show(message);
      tell(message.newCount ?? 0);
      return;
    case 'changed':
      feed?.change(message.messages);
      return;
    case 'files':
      feed?.showFiles(message.messageId, message.files);
      return;
    case 'refreshed':
      noteRefreshed(message.newCount);
      return;
    case 'failed':
      byId('loading').hidden = true;
      setRefreshing(false);
      showFailure(message.failure);
  }
}

/** A click on a button of a message, wherever in it. */
function act(button: HTMLElement): void {
  const { act: name, of = '', way, reply, path, line } = button.dataset;
  const messageId = button.closest<HTMLElement>('[data-id]')?.dataset.id;
  if (way !== undefined) post({ kind: 'wayOut', id: way });
  else if (path !== undefined) post({ kind: 'openPath', path, line: Number(line) });
  else if (reply !== undefined && messageId !== undefined) post({ kind: 'reply', messageId });
  else if (name === undefined || messageId === undefined) return;
  else if (button.closest('.files')) post({ kind: 'file', act: name as FileAct, messageId, file: Number(of) });
  else post({ kind: 'block', act: name as BlockAct, messageId, block: Number(of) });
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  note.textContent = '';
  if (button?.id === 'reply') post({ kind: 'reply' });
  else if (button?.id === 'refresh') {
    setRefreshing(true);
    post({ kind: 'refresh' });
  } else if (button?.id === 'toNewest') post({ kind: 'newest' });
  else if (button) act(button);
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
  // Inside a block of code the same keys scroll it; a message that goes on out of sight is scrolled first.
  const isOnMessage = event.target instanceof Element && !event.target.closest('pre');
  if (step === undefined || !isPlain || !isOnMessage || feed?.goesOn(step)) return;
  event.preventDefault();
  feed?.moveFocus(step);
});

let isNoting = false;
scroller.addEventListener(
  'scroll',
  () => {
    if (isNoting) return;
    isNoting = true;
    requestAnimationFrame(() => {
      isNoting = false;
      const { anchor: _, ...state } = vscodeApi.getState() ?? {};
      const anchor = feed?.anchor;
      vscodeApi.setState({ ...state, ...(anchor && { anchor }) });
      feed?.noteSight();
      showWay();
    });
  },
  { passive: true },
);

// VS Code gives the page the focus when it opens, and again when the user comes back to it.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) feed?.focus();
});

list.addEventListener('focusin', () => feed?.noteSight());

// As when a reply opens beside it.
window.addEventListener('resize', () => feed?.comeBack(vscodeApi.getState()?.anchor));

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));

const { roomId = '', accountId = '' } = document.body.dataset;
const anchor = vscodeApi.getState()?.anchor;
vscodeApi.setState({ roomId, accountId, ...(anchor && { anchor }) });
post({ kind: 'ready', ...(anchor && { anchor: { id: anchor.id, createdMs: anchor.createdMs } }) });

import { byId, element } from '../element.ts';
import { Feed } from './feed.ts';
import type { BlockAct, FileAct, FromPage, ReaderWords, ShownFailure, ToPage } from './protocol.ts';
import { vscodeApi } from './vscodeApi.ts';

const scroller = byId('scroller');
const list = byId('feed');
const failureBox = byId('failure');
const live = byId('live');
const toNewest = byId('toNewest');
let feed: Feed | undefined;

const post = (message: FromPage): void => vscodeApi.postMessage(message);

function begin(words: ReaderWords, language: string): void {
  document.documentElement.lang = language;
  list.setAttribute('aria-label', words.feed);
  byId('reply').textContent = words.reply;
  byId('refresh').textContent = words.refresh;
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

/** New messages are said once, politely; who reads further up is shown the way to them. */
function tell(news: string | undefined): void {
  toNewest.hidden = feed?.isAtEnd ?? true;
  if (news === undefined) return;
  toNewest.textContent = news;
  live.textContent = news;
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
      tell(message.news);
      return;
    case 'changed':
      feed?.change(message.messages);
      return;
    case 'files':
      feed?.showFiles(message.messageId, message.files);
      return;
    case 'failed':
      byId('loading').hidden = true;
      showFailure(message.failure);
  }
}

/** A click on a button of a message, wherever in it. */
function act(button: HTMLElement): void {
  const { act: name, of = '', way } = button.dataset;
  const messageId = button.closest<HTMLElement>('[data-id]')?.dataset.id;
  if (way !== undefined) post({ kind: 'wayOut', id: way });
  else if (name === undefined || messageId === undefined) return;
  else if (button.closest('.files')) post({ kind: 'file', act: name as FileAct, messageId, file: Number(of) });
  else post({ kind: 'block', act: name as BlockAct, messageId, block: Number(of) });
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button?.id === 'reply' || button?.id === 'refresh') post({ kind: button.id });
  else if (button?.id === 'toNewest') post({ kind: 'newest' });
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
  // Inside a block of code the same keys scroll it.
  const isOnMessage = event.target instanceof Element && !event.target.closest('pre');
  if (step === undefined || !isPlain || !isOnMessage) return;
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
      const { anchorId: _, ...state } = vscodeApi.getState() ?? {};
      const anchorId = feed?.anchorId;
      vscodeApi.setState({ ...state, ...(anchorId !== undefined && { anchorId }) });
      if (feed?.isAtEnd) toNewest.hidden = true;
    });
  },
  { passive: true },
);

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));

const { roomId = '', accountId = '' } = document.body.dataset;
const anchorId = vscodeApi.getState()?.anchorId;
vscodeApi.setState({ roomId, accountId, ...(anchorId !== undefined && { anchorId }) });
post({ kind: 'ready', ...(anchorId !== undefined && { anchorId }) });

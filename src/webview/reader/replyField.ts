import { byId } from '../element.ts';
import { insertText, PeopleList } from './peopleList.ts';
import type { ToPage } from './protocol.ts';
import { isMac, keepState, pageState, post, type ReplyTarget, strings } from './vscodeApi.ts';

const maxLineCharacters = 200;
const editingKeys = ['Enter', 'Delete', 'Backspace', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** The field in which the user writes to the room, or answers a message. */
export class ReplyField {
  readonly element = byId('field') as HTMLTextAreaElement;
  readonly people = new PeopleList(this.element);
  readonly #focusMessage: (messageId: string | undefined) => void;
  readonly #editOwn: () => void;
  readonly #onSent: () => void;
  readonly #name = this.element.ariaLabel;
  #isSending = false;
  readonly #targetBox = byId('replyTo');
  readonly #failure = byId('notSent');
  #target: ReplyTarget | undefined;
  /** What the user asked for while a text was being sent. */
  #next: (() => void) | undefined;

  /** @param focusMessage focuses a message, or the one that had the focus before */
  constructor(focusMessage: (messageId: string | undefined) => void, onSent: () => void, editOwn: () => void) {
    this.#focusMessage = focusMessage;
    this.#editOwn = editOwn;
    this.#onSent = onSent;
    const key = isMac ? '⌘' : `${strings.control}+`;
    this.element.placeholder = this.element.placeholder.replace('{1}', () => `${key}Enter`);
    const { text = '', target } = pageState().unsent ?? {};
    this.element.value = text;
    this.#setTarget(target);
    this.element.addEventListener('input', () => this.#save());
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('paste', (event) => void this.#onPaste(event));
    byId('leaveReply').addEventListener('click', () => this.write());
    byId('send').addEventListener('click', () => this.send());
    byId('draft').addEventListener('click', () => this.openDraft());
  }

  /** Answers a message, in its thread. What is already typed stays. */
  reply(article: HTMLElement): void {
    const { id: messageId = '' } = article.dataset;
    const threadId = article.closest<HTMLElement>('[data-thread]')?.dataset.thread ?? messageId;
    const author = article.querySelector('.author')?.textContent ?? '';
    const line = (article.querySelector('.body p, .body li')?.textContent ?? '').slice(0, maxLineCharacters);
    this.#begin({ threadId, messageId, author, line });
  }

  /** Writes to the room. */
  write(): void {
    this.#begin(undefined);
  }

  /** Starts the text with a quote. */
  quote(text: string): void {
    this.#begin(undefined, text);
  }

  send(): void {
    this.#pass('send');
  }

  /** Opens the text in the editor for messages, which has more room. */
  openDraft(): void {
    this.#pass('openDraft');
  }

  /** Takes away what was sent, or says why it is still here. The page may be another one than that which sent it. */
  receive({ text, failure }: Extract<ToPage, { kind: 'taken' }>): void {
    this.element.readOnly = false;
    this.#failure.textContent = failure ?? '';
    this.#failure.hidden = failure === undefined;
    const next = this.#next;
    this.#next = undefined;
    if (failure === undefined && this.#isSending) this.#onSent();
    this.#isSending = false;
    if (failure !== undefined || this.element.value !== text) return;
    this.element.value = '';
    this.#setTarget(undefined);
    next?.();
  }

  /** Begins a text, after the one that is being sent: until that has left, it belongs to what it answers. */
  #begin(target: ReplyTarget | undefined, quote = ''): void {
    this.element.focus();
    const begin = (): void => {
      if (quote !== '') this.element.setRangeText(quote, 0, 0, 'end');
      this.#setTarget(target);
    };
    if (this.element.readOnly) this.#next = begin;
    else begin();
  }

  #pass(kind: 'send' | 'openDraft'): void {
    const text = this.element.value;
    if (this.element.readOnly || (kind === 'send' && text.trim() === '')) return;
    this.element.readOnly = true;
    this.#isSending = kind === 'send';
    this.#failure.hidden = true;
    post({ kind, text, ...(this.#target && { threadId: this.#target.threadId }) });
  }

  /** What is typed never reaches the keybindings of VS Code. Escape returns to the messages and keeps the text. */
  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    // VS Code runs the command of a key a moment later: what is typed meanwhile would be sent, too.
    if (key === 'Enter' && (isMac ? metaKey : ctrlKey) && !altKey && !event.isComposing) {
      event.stopPropagation();
      this.#pass(event.shiftKey ? 'openDraft' : 'send');
      return;
    }
    const isPlain = !ctrlKey && !metaKey && !altKey;
    const isTyped = (key.length === 1 && (isPlain || event.getModifierState('AltGraph'))) || event.isComposing;
    if (isTyped || (isPlain && editingKeys.includes(key))) event.stopPropagation();
    if (isPlain && this.people.onKey(event)) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    if (isPlain && key === 'Enter') this.#keepIndent(event);
    if (isPlain && key === 'ArrowUp' && this.element.value === '') this.#editOwn();
    if (key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    const answered = this.#target?.messageId;
    if (this.element.value === '') this.#setTarget(undefined);
    this.#focusMessage(answered);
  }

  /** Begins a line of code as the one before it. */
  #keepIndent(event: KeyboardEvent): void {
    const lines = this.element.value.slice(0, this.element.selectionStart).split('\n');
    const isInCode = lines.filter((line) => line.startsWith('```')).length % 2 === 1;
    const indent = /^[ \t]*/.exec(lines.at(-1) ?? '')?.[0] ?? '';
    if (!isInCode || indent === '' || event.isComposing) return;
    event.preventDefault();
    insertText(`\n${indent}`);
  }

  /** Messages have no images: one that is pasted is shared as a file. With text, as of a table, the text is meant. */
  async #onPaste(event: ClipboardEvent): Promise<void> {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (file === undefined || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    const bytes = new Uint8Array(await file.arrayBuffer());
    post({ kind: 'pasteImage', bytes, ...(this.#target && { threadId: this.#target.threadId }) });
  }

  #setTarget(target: ReplyTarget | undefined): void {
    this.#target = target;
    this.#targetBox.hidden = target === undefined;
    const replyTo = target === undefined ? '' : strings.replyTo.replace('{0}', () => target.author);
    byId('replyToText').textContent = replyTo;
    byId('replyToLine').textContent = target?.line ?? '';
    this.element.ariaLabel = replyTo || this.#name;
    this.#save();
  }

  #save(): void {
    const text = this.element.value;
    const target = this.#target;
    post({ kind: 'typed', text, ...(target && { threadId: target.threadId }) });
    keepState({ unsent: text === '' && target === undefined ? undefined : { text, target } });
  }
}

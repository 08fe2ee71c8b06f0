import type { FeedMessage } from '../../core/messages/feedMessages.ts';
import { quoteMessage } from '../../core/messages/messageText.ts';
import { threadIdOf } from '../../core/messages/threads.ts';
import type { Services } from '../../host/services.ts';
import type { FromPage, ToPage } from '../../webview/reader/protocol.ts';
import type { LastEditor } from './blocks/insertAtCursor.ts';
import type { MessageViews } from './messageViews.ts';
import type { ShownMessages } from './shownMessages.ts';
import type { TypedText, TypedTextPorts } from './typedText.ts';

interface PageTextPorts extends TypedTextPorts, Pick<Services, 'active'> {
  readonly room: { readonly roomId: string; readonly accountId: string };
  readonly messages: Pick<ShownMessages, 'feed' | 'refresh'>;
  readonly views: Pick<MessageViews, 'lineOf' | 'authorOf'>;
  readonly last: LastEditor;
  title(): string;
  /** @returns whether the page is there to receive it */
  send(message: ToPage): Promise<boolean>;
}

type TextRequest = Extract<FromPage, { readonly kind: 'typed' | 'send' | 'openDraft' }>;

type MessageRequest = Extract<FromPage, { readonly kind: 'quote' | 'replyWith' }>;

/** The text that the user types in the page of a room: one at a time is sent, or opened in an editor. */
export class PageText {
  readonly #ports: PageTextPorts;
  #isBusy = false;
  /** What is in the field of the page. */
  #typed: TextRequest | undefined;
  /** The answer for a page that was hidden when it came. */
  #missed: ToPage | undefined;

  constructor(ports: PageTextPorts) {
    this.#ports = ports;
  }

  async answer(request: TextRequest | MessageRequest): Promise<void> {
    if (request.kind === 'quote') await this.#quote(request.messageId);
    else if (request.kind === 'replyWith') await this.#replyWith(request);
    else if (request.kind === 'typed') this.#typed = request;
    else await this.#takeOnce(request);
  }

  /** Opens what was typed and not sent in the editor for messages, for the account that typed it. */
  async keep(): Promise<void> {
    const typed = this.#typed;
    if (typed === undefined || typed.text.trim() === '' || this.#isBusy) return;
    if ((await this.#ports.active.get())?.id === this.#ports.room.accountId)
      await this.#takeOnce({ ...typed, kind: 'openDraft' });
  }

  async #takeOnce({ kind, text, threadId }: TextRequest): Promise<void> {
    // A page that was hidden and is shown again does not know that its text is being sent.
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const failure = await this.#take(kind, {
        text,
        ...(threadId !== undefined && { parent: this.#parent(threadId) }),
      });
      await this.#tell({ kind: 'taken', text, ...(failure !== undefined && { failure }) });
      if (kind === 'send' && failure === undefined) await this.#revealSent();
    } finally {
      this.#isBusy = false;
    }
  }

  /** Starts a text of the page with a quote of a message. */
  async #quote(messageId: string): Promise<void> {
    const { messages, views, send } = this.#ports;
    const message = messages.feed.find(messageId);
    if (message !== undefined) await send({ kind: 'quote', text: quoteMessage(message, views.authorOf(message)) });
  }

  /** Shares something into the thread of a message. */
  async #replyWith({ what, messageId }: Extract<MessageRequest, { readonly kind: 'replyWith' }>): Promise<void> {
    const { messages, room, last } = this.#ports;
    const message = messages.feed.find(messageId);
    if (message === undefined) return;
    const { replyWith } = await import('./replyWith.ts');
    await replyWith(what, { kind: 'room', roomId: room.roomId, parent: this.#parent(threadIdOf(message)) }, last);
  }

  /** Tells a page that is shown again what it has missed. */
  async repeat(): Promise<void> {
    if (this.#missed !== undefined) await this.#tell(this.#missed);
  }

  /** @returns why the page keeps the text */
  async #take(kind: TextRequest['kind'], typed: TypedText): Promise<string | undefined> {
    // A lazy chunk: most rooms are only read.
    const { sendTyped, openTyped } = await import('./typedText.ts');
    const room = { ...this.#ports.room, title: this.#ports.title() };
    if (kind === 'send') return sendTyped(this.#ports, room, typed);
    await openTyped(room, typed);
    return undefined;
  }

  /** The own message is in sight at once, where the service lists it. */
  async #revealSent(): Promise<void> {
    const { messages, log, send } = this.#ports;
    try {
      const { ownId } = await messages.refresh();
      if (ownId !== undefined) await send({ kind: 'reveal', messageId: ownId });
    } catch (error) {
      log.warn(`reader: the sent message was not read (${(error as Error).name})`);
    }
  }

  #parent(threadId: string): NonNullable<TypedText['parent']> {
    const { feed } = this.#ports.messages;
    const known: FeedMessage | undefined = feed.find(threadId) ?? feed.threadOf(threadId)?.replies[0];
    return { id: threadId, ...(known === undefined ? { author: '', line: '' } : this.#ports.views.lineOf(known)) };
  }

  async #tell(message: ToPage): Promise<void> {
    this.#missed = (await this.#ports.send(message)) ? undefined : message;
  }
}

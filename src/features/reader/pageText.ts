import { commands, l10n, window } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { sentText } from '../../core/drafts/draftText.ts';
import type { DraftParent } from '../../core/drafts/messageDraft.ts';
import { quoteMessage } from '../../core/messages/messageText.ts';
import { threadIdOf } from '../../core/messages/threads.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { Services } from '../../host/services.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { sizeOf } from '../../host/ui/messageSize.ts';
import type { SendText } from '../../host/ui/shareOutcome.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import type { FromPage, ToPage } from '../../webview/reader/protocol.ts';
import type { LastEditor } from './blocks/insertAtCursor.ts';
import type { MessageViews } from './messageViews.ts';
import type { RoomPage } from './roomPage.ts';
import type { ShownMessages } from './shownMessages.ts';

export interface PageTextPorts extends Pick<Services, 'active' | 'connection' | 'drafts' | 'log'> {
  readonly sendText: SendText;
}

type TextRequest = Extract<FromPage, { readonly kind: 'typed' | 'send' | 'openDraft' }>;

type FieldRequest = TextRequest | Extract<FromPage, { readonly kind: 'quote' | 'people' | 'pasteImage' }>;

type ReplyRequest = Extract<FromPage, { readonly kind: 'replyWithSelection' | 'replyWithFile' | 'quickReply' }>;

/** The text that the user types in the page of a room: one at a time is sent, or opened in an editor. */
export class PageText {
  readonly #ports: PageTextPorts;
  readonly #page: RoomPage;
  readonly #messages: ShownMessages;
  readonly #views: MessageViews;
  /** The text that is being sent or opened. */
  #taking: Promise<void> | undefined;
  #typed: TextRequest | undefined;
  /** The type of the room, which is no longer known when another account is in use. */
  #typedIn = 'group';
  /** The answer for a page that was hidden when it came. */
  #missed: ToPage | undefined;

  constructor(
    ports: PageTextPorts,
    page: RoomPage,
    { messages, views }: { messages: ShownMessages; views: MessageViews },
  ) {
    this.#ports = ports;
    this.#page = page;
    this.#messages = messages;
    this.#views = views;
  }

  async answer(request: FieldRequest): Promise<void> {
    if (request.kind === 'quote') await this.#quote(request.messageId);
    else if (request.kind === 'typed') this.#noteTyped(request);
    else if (request.kind === 'people' || request.kind === 'pasteImage') await this.#help(request);
    else await this.#takeOnce(request);
  }

  /**
   * Opens what was typed and not sent in the editor for messages. When another account is in use, it is only stored as a draft
   * of the account that typed it. Nothing is kept of an account that has signed out, perhaps to remove all that is stored.
   */
  async keep(): Promise<void> {
    const typed = this.#typed;
    if (typed === undefined || typed.text.trim() === '') return;
    const { active, drafts } = this.#ports;
    const { roomId, accountId } = this.#page.room;
    if ((await active.get())?.id === accountId) return this.#takeOnce({ ...typed, kind: 'openDraft' });
    this.#typed = undefined;
    if ((await active.find(accountId)) === undefined) return;
    const parent = typed.threadId === undefined ? undefined : this.#parent(typed.threadId);
    const room = { id: roomId, title: this.#page.title, type: this.#typedIn, account: { id: accountId } };
    await drafts.store(room, { name: messageName(parent !== undefined), text: typed.text, ...(parent && { parent }) });
    showNotice(l10n.t('Draft for “{0}” kept. “Open Draft…” opens it again.', room.title));
  }

  #noteTyped(request: TextRequest): void {
    this.#typed = request;
    this.#typedIn = this.#page.isDirect ? 'direct' : 'group';
  }

  /** A lazy chunk: most texts name no person and have no image. */
  async #help(request: Extract<FieldRequest, { readonly kind: 'people' | 'pasteImage' }>): Promise<void> {
    const { showPeople, shareImage } = await import('./field/fieldHelp.ts');
    if (request.kind === 'people') return showPeople(request.before, this.#page, this.#views);
    const { bytes, threadId } = request;
    await shareImage(bytes, { roomId: this.#page.room.roomId, parent: threadId && this.#parent(threadId) });
  }

  async #quote(messageId: string): Promise<void> {
    const message = this.#messages.feed.find(messageId);
    if (message === undefined) return;
    await this.#page.send({ kind: 'quote', text: quoteMessage(message, this.#views.authorOf(message)) });
  }

  /** Sends the selection of the last active editor, or the files or the short text that the user picks, as a reply. */
  async replyWith({ kind, messageId }: ReplyRequest, last: LastEditor): Promise<void> {
    const message = this.#messages.feed.find(messageId);
    if (message === undefined) return;
    const room = { kind: 'room', roomId: this.#page.room.roomId } as const;
    const thread = { ...room, parent: this.#parent(threadIdOf(message)) };
    if (kind === 'quickReply') {
      const { pickReply } = await import('./field/fieldHelp.ts');
      const text = await pickReply(this.#views.lineOf(message));
      if (text === undefined) return;
      while (this.#taking !== undefined) await this.#taking;
      return this.#takeOnce({ kind: 'send', text, threadId: threadIdOf(message) });
    }
    if (kind === 'replyWithFile') {
      const files = await window.showOpenDialog({ canSelectMany: true });
      if (files !== undefined) await commands.executeCommand('roomside.shareFiles' satisfies CommandId, thread, files);
      return;
    }
    // The page keeps the focus: in the editor, a second press of the key would replace the selection.
    await commands.executeCommand('roomside.shareSelection' satisfies CommandId, thread, last.value);
    // Back to the conversation, also after a cancel.
    await commands.executeCommand('roomside.readRoom' satisfies CommandId, room);
  }

  /** Tells a page that is shown again what it has missed. */
  async repeat(): Promise<void> {
    if (this.#missed !== undefined) await this.#tell(this.#missed);
  }

  get isBusy(): boolean {
    return this.#taking !== undefined;
  }

  async #takeOnce({ kind, text, threadId }: TextRequest): Promise<void> {
    // A page that was hidden and is shown again does not know that its text is being sent.
    if (this.#taking !== undefined) return;
    const taking = Promise.withResolvers<void>();
    this.#taking = taking.promise;
    let isSent = false;
    try {
      const parent = threadId === undefined ? undefined : this.#parent(threadId);
      const failure = kind === 'send' ? await this.#send(text, parent) : await this.#open(text, parent);
      if (failure === undefined && this.#typed?.text === text) this.#typed = undefined;
      await this.#tell({ kind: 'taken', text, ...(failure !== undefined && { failure }) });
      isSent = kind === 'send' && failure === undefined;
    } finally {
      this.#taking = undefined;
      taking.resolve();
    }
    // Meanwhile the next text may be sent.
    if (isSent) await this.#revealSent();
    // The user closed the page meanwhile, and the text was not sent.
    if (this.#page.signal.aborted) await this.keep();
  }

  /** Sends a text with the account of the page. @returns why it was not sent, with the name of the room */
  async #send(text: string, parent: DraftParent | undefined): Promise<string | undefined> {
    const { connection, log, sendText } = this.#ports;
    const { room, title } = this.#page;
    const markdown = sentText(text);
    const { isTooLong, withLimit } = sizeOf(markdown);
    if (isTooLong) return l10n.t('The message to “{0}” is too long: {1}.', title, withLimit);
    const notSent = l10n.t('Not sent to “{0}”.', title);
    try {
      const { account } = await connection.requireSession(room.accountId);
      const name = messageName(parent !== undefined);
      const changeRoom = () => this.#open(text, parent);
      const target = { id: room.roomId, title, account, parentId: parent?.id };
      return (await sendText(target, { name, text: markdown, draft: { changeRoom } })) ? undefined : notSent;
    } catch (error) {
      if (isCancelled(error)) return notSent;
      log.error('a text of the reader could not be sent', error);
      return `${notSent} ${describeError(error).sentence}`;
    }
  }

  /** Opens a text in the editor for messages, beside the page, so that the answered message stays visible. */
  async #open(text: string, parent: DraftParent | undefined): Promise<undefined> {
    const draft = { roomId: this.#page.room.roomId, isBeside: true, parent, ...(text !== '' && { text }) };
    await commands.executeCommand('roomside.sendMessage' satisfies CommandId, { kind: 'room', ...draft });
  }

  /** The own message is in sight at once, where the service lists it. */
  async #revealSent(): Promise<void> {
    try {
      const { ownId } = await this.#messages.refresh();
      if (ownId !== undefined) await this.#page.send({ kind: 'reveal', messageId: ownId });
    } catch (error) {
      this.#ports.log.warn(`reader: the sent message was not read (${(error as Error).name})`);
    }
  }

  #parent(threadId: string): DraftParent {
    const { feed } = this.#messages;
    const known = feed.find(threadId) ?? feed.threadOf(threadId)?.replies[0];
    return { id: threadId, ...(known === undefined ? { author: '', line: '' } : this.#views.lineOf(known)) };
  }

  async #tell(message: ToPage): Promise<void> {
    this.#missed = (await this.#page.send(message)) ? undefined : message;
  }
}

import { type WebviewPanel, window } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { lazy } from '../../core/base/lazy.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { AppliedPatches } from '../../host/git/appliedPatches.ts';
import type { Services } from '../../host/services.ts';
import { setPlace } from '../../host/vscode/formats.ts';
import type { FromPage, PageAction, ToPage } from '../../webview/reader/protocol.ts';
import { type BlockActions, copyLinkOf, copyTextOf } from './blocks/blockActions.ts';
import type { LastEditor } from './blocks/insertAtCursor.ts';
import { openInMessage } from './blocks/openInMessage.ts';
import type { GoToFilePorts } from './blocks/sharedFiles.ts';
import type { Suggestions } from './blocks/suggestions.ts';
import { MessageViews } from './messageViews.ts';
import { isReading, parsePageRequest } from './pageRequest.ts';
import { PageText, type PageTextPorts } from './pageText.ts';
import { listingFailure, readerPage } from './readerPage.ts';
import type { ReadRoom, RoomPage } from './roomPage.ts';
import { runReaderAction } from './runReaderAction.ts';
import { ShownMessages } from './shownMessages.ts';
import { startRefreshing } from './startRefreshing.ts';

export type ReaderPorts = Pick<PageTextPorts, 'sendText'> &
  Pick<ConstructorParameters<typeof Suggestions>[0], 'shareText'> &
  Pick<GoToFilePorts, 'openLink'> &
  Pick<Services, 'active' | 'connection' | 'directory' | 'drafts' | 'marks' | 'emails' | 'answers'> &
  Pick<
    Services,
    | 'readLines'
    | 'errors'
    | 'clock'
    | 'log'
    | 'extension'
    | 'extensionUri'
    | 'storage'
    | 'workspaceMemory'
    | 'outbox'
    | 'send'
  >;

/** What all open rooms share. */
export interface ReaderParts {
  readonly blockActions: BlockActions;
  readonly applied: AppliedPatches;
  readonly suggestions: Suggestions;
  readonly last: LastEditor;
}

/** The message and the block whose menu was opened; neither for a key. */
export type MenuTarget = Pick<Extract<ToPage, { readonly kind: 'run' }>, 'messageId' | 'block'>;

// decisions/0022
/** One room in one panel: does what the page requests. */
export class RoomReader implements RoomPage, Disposable {
  readonly room: ReadRoom;
  readonly panel: WebviewPanel;
  readonly #ports: ReaderPorts;
  /** The message that the next page begins at: the first one, or one that is created again. */
  #nextStart: string | undefined;
  readonly #parts: ReaderParts;
  readonly #owned = new DisposableStore();
  readonly #abort = new AbortController();
  readonly signal = this.#abort.signal;
  readonly #messages: ShownMessages;
  readonly #views: MessageViews;
  /** A lazy chunk: most messages have no files. */
  readonly #files = lazy(async () => new (await import('./messageFiles.ts')).MessageFiles(this, this.#ports.log));
  readonly #text: PageText;
  #failed: FromPage | undefined;

  constructor(ports: ReaderPorts, panel: WebviewPanel, room: ReadRoom, parts: ReaderParts) {
    this.#ports = ports;
    this.#parts = parts;
    [this.panel, this.room] = [panel, room];
    this.#nextStart = room.messageId;
    this.#views = new MessageViews(ports, this, parts.applied);
    this.#messages = new ShownMessages(ports, this, { views: this.#views, files: this.#files });
    this.#text = new PageText(ports, this, { messages: this.#messages, views: this.#views });
    this.#owned.add(toDisposable(() => this.#abort.abort()));
    this.#owned.add(this.#messages.feed);
    this.#owned.add(parts.applied.onDidChange((code) => void this.#messages.redraw(this.#views.forget(code))));
    const isSending = (): boolean => this.#text.isBusy;
    this.#owned.add(startRefreshing(ports, this, panel, { isSending, refresh: () => this.#messages.refreshQuietly() }));
    this.#owned.add(panel.webview.onDidReceiveMessage((value) => void this.#receive(value)));
    panel.webview.html = readerPage(panel.webview, ports.extensionUri, room, this.title);
  }

  get isSeen(): boolean {
    return this.panel.visible && window.state.focused;
  }

  get isDirect(): boolean {
    return this.#ports.directory.find(this.room.roomId)?.type === 'direct';
  }

  get title(): string {
    return displayTitle(this.#ports.directory.find(this.room.roomId)?.title ?? '') || this.panel.title;
  }

  client(): Promise<ServiceClient> {
    return this.#ports.connection.client(this.room.accountId);
  }

  async send(message: ToPage): Promise<boolean> {
    return !this.signal.aborted && (await this.panel.webview.postMessage(message));
  }

  async onDidRead(): Promise<void> {
    if (this.#failed === undefined) return;
    this.#failed = undefined;
    await this.send({ kind: 'failed', html: '' });
  }

  /** Shows a message, or the first unread one; otherwise the page stays where it is. */
  async reveal({ messageId, isAtUnread }: Pick<ReadRoom, 'messageId' | 'isAtUnread'>): Promise<void> {
    const shownId = isAtUnread ? await this.#messages.findUnread() : messageId;
    const isHidden = !this.panel.visible;
    if (isHidden) this.#nextStart = shownId;
    this.panel.reveal();
    await this.#messages.openAgain();
    if (shownId !== undefined && !isHidden) await this.#receive({ kind: 'showMessage', messageId: shownId });
  }

  /** Reads what has changed, after the user has changed a message elsewhere. */
  refresh = () => this.#messages.refresh();

  /** Repeats the failed request, for example after a sign-in. */
  async retry(): Promise<void> {
    if (this.#failed !== undefined) await this.#receive(this.#failed);
  }

  /** Asks the page to run an action. */
  async run(action: PageAction, { messageId, block }: MenuTarget): Promise<void> {
    await this.send({ kind: 'run', action, messageId, block });
  }

  /** Copies the link into the editor of the code whose menu was opened, else of the first code with one. */
  async copyLink({ messageId = '', block }: MenuTarget): Promise<void> {
    await copyLinkOf(await this.#views.blocksOf(this.#messages.feed.find(messageId)), block);
  }

  /** What was typed and not sent outlives the page that the user closes. */
  onDidClose(): void {
    this.#text.keep().catch((error: unknown) => this.#ports.errors.report(error));
    this.dispose();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #receive(value: unknown): Promise<void> {
    const request = parsePageRequest(value);
    if (request === undefined) return this.#ports.log.warn('reader: ignored an invalid message of the page');
    try {
      await this.#answer(request);
    } catch (error) {
      if (isCancelled(error) || this.signal.aborted) return;
      if (!isReading(request)) return void this.#ports.errors.report(error);
      this.#ports.log.error('messages could not be read', error);
      this.#failed = request;
      await this.send({ kind: 'failed', html: listingFailure(error) });
    }
  }

  async #answer(request: FromPage): Promise<unknown> {
    switch (request.kind) {
      case 'ready':
        return this.#start(request);
      case 'newest':
        return this.#messages.showNewest();
      case 'older':
        return this.#messages.showOlder(request.threadId);
      case 'newer':
        return this.#messages.showNewer(request.threadId);
      case 'refresh':
        return this.send({ kind: 'refreshed', newCount: (await this.#messages.refresh()).newCount });
      case 'replyWithSelection':
      case 'replyWithFile':
      case 'quickReply':
        return this.#text.replyWith(request, this.#parts.last);
      case 'replies':
        return this.#messages.showReplies(request.threadId, request.isMore);
      case 'search':
        return (await import('./searchRoom.ts')).searchRoom(this.title, this.#messages, this.#views);
      case 'edit':
      case 'delete':
        return this.#changeMessage(request);
      case 'markUnread':
        return this.#messages.markUnread(request.messageId);
      case 'showMessage':
        return this.#messages.showMessage(request.messageId);
      case 'file':
      case 'image':
        return this.#answerFile(request);
      case 'copyMessage':
        return copyTextOf(this.#messages.feed.find(request.messageId));
      case 'place':
      case 'block':
        return this.#openInMessage(request);
      case 'errorAction':
        return runReaderAction(request.id, this.#ports.active, () => this.retry());
      default:
        return this.#text.answer(request);
    }
  }

  async #changeMessage(request: Extract<FromPage, { readonly messageId: string }>): Promise<void> {
    const own = await import('./ownMessage.ts');
    await own.changeMessage(this, this.#messages, { ...this.#parts, views: this.#views }, request);
  }

  async #start({ anchorId: id, anchorMs: createdMs, ...place }: Extract<FromPage, { kind: 'ready' }>): Promise<void> {
    setPlace(place);
    this.#views.setAccount((await this.#ports.connection.session(this.room.accountId))?.account);
    await this.#text.repeat();
    const messageId = this.#nextStart;
    const anchor = id === undefined || createdMs === undefined ? undefined : { id, createdMs };
    await this.#messages.start(anchor, { ...this.room, messageId });
    if (this.#nextStart === messageId) this.#nextStart = undefined;
  }

  async #answerFile(request: Extract<FromPage, { readonly kind: 'file' | 'image' }>): Promise<void> {
    const url = this.#messages.feed.find(request.messageId)?.files?.[request.file];
    if (url !== undefined) await (await this.#files()).answer(request, url);
  }

  #openInMessage(request: Parameters<typeof openInMessage>[0]): Promise<void> {
    const message = this.#messages.feed.find(request.messageId);
    const reply = (text: string, threadId: string) => this.#text.answer({ kind: 'send', text, threadId });
    return openInMessage(request, message, this.#views, { ...this.#parts, ...this.#ports, reply });
  }
}

import { commands, l10n, type WebviewPanel, window } from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { doubling } from '../../core/base/scheduling/backOff.ts';
import { PollingScheduler } from '../../core/base/scheduling/pollingScheduler.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { quoteMessage } from '../../core/messages/messageText.ts';
import { type FeedAnchor, type FeedSlice, type FeedThread, RoomFeed } from '../../core/messages/roomFeed.ts';
import { moreReplyCount, threadIdOf } from '../../core/messages/threads.ts';
import { timeMs } from '../../core/rooms/knownRoom.ts';
import type { Services } from '../../host/services.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { settings } from '../../host/vscode/settings.ts';
import type { FromPage, ShownThread, ToPage } from '../../webview/reader/protocol.ts';
import type { BlockActions } from './blockActions.ts';
import { deleteOwnMessage } from './deleteOwnMessage.ts';
import { MessageFiles } from './messageFiles.ts';
import { MessageViews } from './messageViews.ts';
import { parsePageRequest } from './pageRequest.ts';
import { imageFailure, listingFailure, readerPage, readerStrings } from './readerPage.ts';
import { runReaderAction } from './runReaderAction.ts';
import { searchRoom } from './searchRoom.ts';
import { openPath } from './sharedFiles.ts';

export type ReaderPorts = Pick<
  Services,
  'active' | 'connection' | 'directory' | 'errors' | 'clock' | 'log' | 'extensionUri' | 'marks' | 'emails'
>;

/** A room, and the account that reads it. */
export interface ReadRoom {
  readonly roomId: string;
  readonly accountId: string;
  /** The message to show first. */
  readonly messageId?: string | undefined;
}

type ShowOptions = Pick<
  Extract<ToPage, { readonly kind: 'messages' }>,
  'anchorId' | 'isTarget' | 'afterId' | 'newCount'
>;

const refreshEveryMs = 30_000;
const maxPauseMs = 10 * 60_000;

/** One room in one panel: loads what the page requests and converts it to what the page shows. */
export class RoomReader implements Disposable {
  readonly #ports: ReaderPorts;
  readonly #panel: WebviewPanel;
  readonly #room: ReadRoom;
  readonly #blockActions: BlockActions;
  readonly #owned = new DisposableStore();
  readonly #abort = new AbortController();
  readonly #feed: RoomFeed;
  readonly #views: MessageViews;
  readonly #files: MessageFiles;
  readonly #refreshing: PollingScheduler;
  /** How many replies of a thread the user asked for, by the id of the thread. */
  readonly #requestedReplies = new Map<string, number>();
  #failed: FromPage | undefined;
  /** When the room was opened. */
  #readUntilMs: number | undefined;

  constructor(ports: ReaderPorts, panel: WebviewPanel, room: ReadRoom, blockActions: BlockActions) {
    this.#ports = ports;
    this.#blockActions = blockActions;
    this.#panel = panel;
    this.#room = room;
    const { connection, clock } = ports;
    const { roomId } = room;
    this.#feed = new RoomFeed(async function* pages(max, signal) {
      yield* (await connection.client()).listMessages({ roomId, max }, signal);
    });
    this.#views = new MessageViews(ports, roomId);
    this.#files = new MessageFiles(connection);
    this.#owned.add(toDisposable(() => this.#abort.abort()));
    this.#owned.add(this.#feed);
    this.#refreshing = this.#owned.add(
      new PollingScheduler(clock, {
        isEnabled: () => panel.visible && window.state.focused,
        delayMs: doubling(refreshEveryMs, maxPauseMs),
        run: () => this.#refreshQuietly(),
      }),
    );
    this.#owned.add(panel.onDidChangeViewState(() => this.#refreshing.reschedule()));
    this.#owned.add(window.onDidChangeWindowState(() => this.#refreshing.reschedule()));
    this.#owned.add(panel.webview.onDidReceiveMessage((value) => void this.#receive(value)));
    this.#refreshing.reschedule();
    panel.webview.html = readerPage(panel.webview, ports.extensionUri, room);
  }

  /** @param messageId a message to show; otherwise the page stays where it is */
  async reveal(messageId?: string): Promise<void> {
    this.#panel.reveal();
    if (messageId !== undefined) await this.#receive({ kind: 'showMessage', messageId });
  }

  /** Repeats the failed request, for example after a sign-in. */
  async retry(): Promise<void> {
    if (this.#failed !== undefined) await this.#receive(this.#failed);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #receive(value: unknown): Promise<void> {
    const request = parsePageRequest(value);
    if (request === undefined) {
      this.#ports.log.warn('reader: ignored an invalid message of the page');
      return;
    }
    try {
      await this.#answer(request);
    } catch (error) {
      if (isCancelled(error) || this.#abort.signal.aborted) return;
      if (!isReading(request)) {
        void this.#ports.errors.report(error);
        return;
      }
      this.#ports.log.error('messages could not be read', error);
      this.#failed = request;
      await this.#send({ kind: 'failed', failure: listingFailure(error) });
    }
  }

  async #answer(request: FromPage): Promise<void> {
    switch (request.kind) {
      case 'ready':
        return this.#start(request.anchor);
      case 'newest':
        await this.#show('start', await this.#feed.newest());
        return;
      case 'older':
        return this.#showOlder(request.threadId);
      case 'newer':
        await this.#show('newer', this.#feed.newer(request.threadId), { afterId: request.threadId });
        return;
      case 'refresh':
        await this.#send({ kind: 'refreshed', newCount: await this.#refresh() });
        return;
      case 'reply':
        return request.isInThread ? this.#replyInThread(request.messageId) : this.#reply(request.messageId);
      case 'replies':
        return this.#showReplies(request.threadId, request.isMore);
      case 'search':
        return this.#search();
      case 'delete':
        return this.#delete(request.messageId);
      case 'showMessage':
        return this.showMessage(request.messageId);
      case 'openPath':
        return openPath(request.path, request.line);
      case 'files':
        return this.#showFiles(request.messageId);
      case 'file':
        return this.#openFile(request);
      case 'image':
        return this.#showImage(request.messageId, request.file);
      case 'block':
        return this.#runBlockAction(request);
      case 'errorAction':
        return runReaderAction(request.id, { active: this.#ports.active, retry: () => this.retry() });
    }
  }

  async #search(): Promise<void> {
    const messageId = await searchRoom({
      feed: this.#feed,
      room: this.#title,
      authorOf: (message) => this.#views.authorOf(message),
      onGrown: (threads) => this.#update(threads),
    });
    if (messageId !== undefined) await this.showMessage(messageId);
  }

  /** Updates threads in the page. */
  async #update(threads: readonly FeedThread[]): Promise<void> {
    if (threads.length > 0) await this.#send({ kind: 'changed', threads: await this.#viewsOf(threads) });
  }

  async #delete(messageId: string): Promise<void> {
    const message = this.#feed.find(messageId);
    if (message === undefined || message.isDeleted || !this.#views.isOwn(message)) return;
    const { line } = this.#views.lineOf(message);
    if (!(await deleteOwnMessage(this.#ports, { id: messageId, line, room: this.#title }))) return;
    this.#feed.markDeleted(messageId);
    const thread = this.#feed.threadOf(messageId);
    if (thread !== undefined) await this.#update([thread]);
  }

  get #title(): string {
    return displayTitle(this.#ports.directory.find(this.#room.roomId)?.title ?? '') || this.#panel.title;
  }

  async #start(anchor: FeedAnchor | undefined): Promise<void> {
    const account = await this.#ports.active.get();
    if (account !== undefined) this.#views.setAccount(account);
    this.#readUntilMs ??= this.#ports.marks.readUntil(this.#room.roomId);
    await this.#send({
      kind: 'strings',
      strings: readerStrings(this.#title),
      language: pageLanguage(),
      showsImages: settings.readerShowImages.value,
    });
    // Messages are shown before the names are loaded. Late names are filled in afterwards.
    const named = this.#views.loadNames(this.#abort.signal);
    const target = this.#room.messageId;
    const start = target === undefined ? anchor : { id: target, createdMs: 0 };
    const around = start && (await this.#feed.around(start));
    if (target !== undefined && around !== undefined) this.#requestReplies(target);
    const shown = await this.#show(
      'start',
      around ?? (await this.#feed.newest()),
      around && { anchorId: around.anchorId, isTarget: target !== undefined },
    );
    await named;
    await this.#rename(shown);
  }

  /** Updates the names in the current messages, which may have been edited or deleted in the meantime. */
  async #rename(shown: readonly ShownThread[]): Promise<void> {
    const before = new Map(shown.map((thread) => [thread.id, JSON.stringify(thread)]));
    const known = shown.flatMap(({ id }) => this.#feed.threadOf(id) ?? []);
    const renamed = (await this.#viewsOf(known)).filter((thread) => JSON.stringify(thread) !== before.get(thread.id));
    if (renamed.length > 0) await this.#send({ kind: 'changed', threads: renamed });
  }

  /** Shows a message among those around it, with its thread open. */
  async showMessage(messageId: string): Promise<void> {
    const around = await this.#feed.around({ id: messageId, createdMs: 0 });
    if (around === undefined) return showNotice(l10n.t("Couldn't find this message. It may have been deleted."));
    this.#requestReplies(messageId);
    await this.#show('start', around, { anchorId: around.anchorId, isTarget: true });
  }

  /** Makes a reply visible that its thread hides. */
  #requestReplies(messageId: string): void {
    const thread = this.#feed.threadOf(messageId);
    const at = thread?.replies.findIndex(({ id }) => id === messageId) ?? -1;
    if (thread !== undefined && at >= 0) this.#requestedReplies.set(thread.id, thread.replies.length - at);
  }

  async #showReplies(threadId: string, isMore: boolean): Promise<void> {
    const thread = this.#feed.threadOf(threadId);
    if (thread === undefined) return;
    if (isMore) this.#requestedReplies.set(thread.id, moreReplyCount(thread, this.#requestedReplies.get(thread.id)));
    else this.#requestedReplies.delete(thread.id);
    await this.#update([thread]);
  }

  async #showOlder(threadId: string): Promise<void> {
    const { grown, ...older } = await this.#feed.older(threadId);
    await this.#update(grown);
    await this.#show('older', older);
  }

  /** @returns the number of new messages */
  async #refresh(): Promise<number> {
    const lastId = this.#feed.lastThreadId;
    const { added, changed, isReset } = await this.#feed.refresh();
    await this.#clearFailure();
    if (isReset || lastId === undefined) {
      await this.#show('start', await this.#feed.newest());
      return added.length;
    }
    const threads = new Set([...changed, ...added].flatMap(({ id }) => this.#feed.threadOf(id) ?? []));
    await this.#update([...threads]);
    const newCount = added.length;
    if (newCount > 0) await this.#show('newer', this.#feed.newer(lastId), { afterId: lastId, newCount });
    return newCount;
  }

  /** Opens a draft beside the page, so that the answered message stays visible. */
  async #reply(messageId: string | undefined): Promise<void> {
    const message = messageId === undefined ? undefined : this.#feed.find(messageId);
    const quote = message && { quote: quoteMessage(message, this.#views.authorOf(message)) };
    const reply = { kind: 'room', roomId: this.#room.roomId, isBeside: true, ...quote };
    await commands.executeCommand('roomside.sendMessage', reply);
  }

  /** Opens a draft for the thread of a message. */
  async #replyInThread(messageId: string | undefined): Promise<void> {
    const message = messageId === undefined ? undefined : this.#feed.find(messageId);
    if (message === undefined) return;
    const id = threadIdOf(message);
    const parent = { id, ...this.#views.lineOf(this.#feed.find(id) ?? message) };
    const reply = { kind: 'room', roomId: this.#room.roomId, isBeside: true, parent };
    await commands.executeCommand('roomside.sendMessage', reply);
  }

  /** A refresh in the background: a failure is only logged. */
  async #refreshQuietly(): Promise<void> {
    if (this.#feed.newestId === undefined) return;
    try {
      await this.#refresh();
    } catch (error) {
      if (!isCancelled(error)) this.#ports.log.warn(`reader: not refreshed (${(error as Error).name})`);
      throw error;
    }
  }

  async #show(
    place: 'start' | 'older' | 'newer',
    { threads, hasOlder, hasNewer }: FeedSlice,
    more: ShowOptions = {},
  ): Promise<readonly ShownThread[]> {
    await this.#clearFailure();
    const shown = await this.#viewsOf(threads);
    const unread = this.#readUntilMs !== undefined && { readUntilMs: this.#readUntilMs };
    await this.#send({
      kind: 'messages',
      place,
      threads: shown,
      hasOlder,
      hasNewer,
      top: this.#topText(),
      ...more,
      ...unread,
    });
    if (!hasNewer && this.#panel.visible && window.state.focused) await this.#markRead();
    return shown;
  }

  #viewsOf(threads: readonly FeedThread[]): Promise<readonly ShownThread[]> {
    return this.#views.of(threads, {
      requestedReplies: (threadId) => this.#requestedReplies.get(threadId) ?? 0,
      find: (messageId) => this.#feed.find(messageId),
    });
  }

  #topText(): string {
    if (this.#feed.newestId === undefined) return l10n.t('No messages yet.');
    return this.#feed.isFull ? l10n.t('Older messages are not shown.') : l10n.t('Beginning of the conversation');
  }

  async #markRead(): Promise<void> {
    const { directory, marks } = this.#ports;
    const { roomId } = this.#room;
    // The activity of a room includes more than messages.
    const newestMs = timeMs(this.#feed.find(this.#feed.newestId ?? '')?.created);
    await marks.markRead(roomId, Math.max(newestMs, directory.activityMs(roomId)));
  }

  async #showFiles(messageId: string): Promise<void> {
    const files = await this.#files.get(this.#feed.find(messageId)?.files ?? []);
    await this.#send({ kind: 'files', messageId, files });
  }

  /** A failure is shown at the file. */
  async #showImage(messageId: string, file: number): Promise<void> {
    const url = this.#feed.find(messageId)?.files?.[file];
    if (url === undefined) return;
    try {
      await this.#send({ kind: 'image', messageId, file, ...(await this.#files.image(url, this.#abort.signal)) });
    } catch (error) {
      if (isCancelled(error)) return;
      this.#ports.log.error('an image could not be shown', error);
      await this.#send({ kind: 'imageFailed', messageId, file, text: imageFailure(error) });
    }
  }

  async #openFile({ action, messageId, file }: Extract<FromPage, { readonly kind: 'file' }>): Promise<void> {
    const url = this.#feed.find(messageId)?.files?.[file];
    if (url !== undefined) await this.#files.run(action, url);
  }

  async #runBlockAction({ action, messageId, block }: Extract<FromPage, { readonly kind: 'block' }>): Promise<void> {
    const found = await this.#views.blockOf(this.#feed.find(messageId), block);
    if (found !== undefined) await this.#blockActions[action](found);
  }

  async #clearFailure(): Promise<void> {
    if (this.#failed === undefined) return;
    this.#failed = undefined;
    await this.#send({ kind: 'failed', failure: undefined });
  }

  async #send(message: ToPage): Promise<void> {
    if (!this.#abort.signal.aborted) await this.#panel.webview.postMessage(message);
  }
}

/** Whether the request loads messages, so that the page shows its failure. */
function isReading({ kind }: FromPage): boolean {
  return ['ready', 'newest', 'older', 'newer', 'refresh', 'showMessage', 'files'].includes(kind);
}

/** The language of the strings, for screen readers. */
function pageLanguage(): string {
  return l10n.t('en');
}

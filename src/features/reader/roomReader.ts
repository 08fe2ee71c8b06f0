import { commands, l10n, type WebviewPanel, window } from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { doubling } from '../../core/base/scheduling/backOff.ts';
import { PollingScheduler } from '../../core/base/scheduling/pollingScheduler.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { quoteMessage } from '../../core/messages/messageText.ts';
import { type FeedAnchor, type FeedSlice, RoomFeed } from '../../core/messages/roomFeed.ts';
import { timeMs } from '../../core/rooms/knownRoom.ts';
import type { Services } from '../../host/services.ts';
import type { FromPage, ShownMessage, ToPage } from '../../webview/reader/protocol.ts';
import type { BlockActions } from './blockActions.ts';
import { MessageFiles } from './messageFiles.ts';
import { MessageViews } from './messageViews.ts';
import { parsePageRequest } from './pageRequest.ts';
import { listingFailure, readerPage, readerStrings } from './readerPage.ts';
import { runReaderAction } from './runReaderAction.ts';
import { openPath } from './sharedFiles.ts';

export type ReaderPorts = Pick<
  Services,
  'active' | 'connection' | 'directory' | 'errors' | 'clock' | 'log' | 'extensionUri' | 'marks' | 'emails'
>;

/** A room, and the account that reads it. */
export interface ReadRoom {
  readonly roomId: string;
  readonly accountId: string;
}

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
  #failed: FromPage | undefined;

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

  reveal(): void {
    this.#panel.reveal();
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
      if (request.kind === 'block' || request.kind === 'file' || request.kind === 'errorAction') {
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
        await this.#show('older', await this.#feed.older(request.messageId));
        return;
      case 'newer':
        await this.#show('newer', this.#feed.newer(request.messageId), { afterId: request.messageId });
        return;
      case 'refresh':
        await this.#send({ kind: 'refreshed', newCount: await this.#refresh() });
        return;
      case 'reply':
        return this.#reply(request.messageId);
      case 'openPath':
        return openPath(request.path, request.line);
      case 'files':
        return this.#showFiles(request.messageId);
      case 'file':
        return this.#openFile(request);
      case 'block':
        return this.#runBlockAction(request);
      case 'errorAction':
        return runReaderAction(request.id, { active: this.#ports.active, retry: () => this.retry() });
    }
  }

  async #start(anchor: FeedAnchor | undefined): Promise<void> {
    const title = displayTitle(this.#ports.directory.find(this.#room.roomId)?.title ?? '') || this.#panel.title;
    await this.#send({ kind: 'strings', strings: readerStrings(title), language: pageLanguage() });
    // Messages are shown before the names are loaded. Late names are filled in afterwards.
    const named = this.#views.loadNames(this.#abort.signal);
    const around = anchor && (await this.#feed.around(anchor));
    const shown = await this.#show(
      'start',
      around ?? (await this.#feed.newest()),
      around && { anchorId: around.anchorId },
    );
    await named;
    await this.#rename(shown);
  }

  /** Updates the names in the current messages, which may have been edited or deleted in the meantime. */
  async #rename(shown: readonly ShownMessage[]): Promise<void> {
    const authors = new Map(shown.map(({ id, author }) => [id, author]));
    const known = shown.flatMap(({ id }) => this.#feed.find(id) ?? []);
    const renamed = (await this.#views.of(known)).filter(({ id, author }) => author !== authors.get(id));
    if (renamed.length > 0) await this.#send({ kind: 'changed', messages: renamed });
  }

  /** @returns the number of new messages */
  async #refresh(): Promise<number> {
    const lastId = this.#feed.newestId;
    const { added, changed, isReset } = await this.#feed.refresh();
    await this.#clearFailure();
    if (isReset || lastId === undefined) {
      await this.#show('start', await this.#feed.newest());
      return added.length;
    }
    if (changed.length > 0) await this.#send({ kind: 'changed', messages: await this.#views.of(changed) });
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
    { messages, hasOlder, hasNewer }: FeedSlice,
    more: { readonly anchorId?: string; readonly afterId?: string; readonly newCount?: number } = {},
  ): Promise<readonly ShownMessage[]> {
    await this.#clearFailure();
    const shown = await this.#views.of(messages);
    await this.#send({ kind: 'messages', place, messages: shown, hasOlder, hasNewer, top: this.#topText(), ...more });
    if (!hasNewer && this.#panel.visible && window.state.focused) await this.#markRead();
    return shown;
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

/** The language of the strings, for screen readers. */
function pageLanguage(): string {
  return l10n.t('en');
}

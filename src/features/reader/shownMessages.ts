import { l10n } from 'vscode';
import { timeMs } from '../../core/base/clock.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { sharedRuns } from '../../core/base/scheduling/concurrency.ts';
import type { FeedAnchor, FeedSlice, FeedThread } from '../../core/messages/feedMessages.ts';
import { RoomFeed } from '../../core/messages/roomFeed.ts';
import { moreReplyCount, visibleReplies } from '../../core/messages/threads.ts';
import type { Services } from '../../host/services.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import type { ShownThread, ToPage } from '../../webview/reader/protocol.ts';
import type { MessageFiles } from './messageFiles.ts';
import type { MessageViews } from './messageViews.ts';
import type { RoomPage } from './roomPage.ts';

type ShownPorts = Pick<Services, 'directory' | 'marks' | 'log'>;

type ShowOptions = Pick<
  Extract<ToPage, { readonly kind: 'messages' }>,
  'anchorId' | 'isTarget' | 'besideId' | 'newCount'
>;

/** The messages of a room in its page: reads what the page needs next and sends what has changed. */
export class ShownMessages {
  readonly feed: RoomFeed;
  readonly #ports: ShownPorts;
  readonly #page: RoomPage;
  readonly #views: MessageViews;
  readonly #files: () => Promise<MessageFiles>;
  /** How many replies of a thread the user asked for, by the id of the thread. */
  readonly #requestedReplies = new Map<string, number>();
  /** When the room was opened. */
  #readUntilMs: number | undefined;
  /** The user has marked the room as unread in this page. */
  #staysUnread = false;

  constructor(
    ports: ShownPorts,
    page: RoomPage,
    { views, files }: { views: MessageViews; files: () => Promise<MessageFiles> },
  ) {
    this.#ports = ports;
    this.#page = page;
    this.#views = views;
    this.#files = files;
    const { roomId } = page.room;
    this.feed = new RoomFeed(async function* pages(max, signal) {
      yield* (await page.client()).listMessages({ roomId, max }, signal);
    });
  }

  /**
   * Shows the first messages: those around a message to open, or around the place where the page was, else the newest. Late
   * names of people are filled in.
   */
  async start(
    anchor: FeedAnchor | undefined,
    { messageId, isAtUnread }: { readonly messageId?: string | undefined; readonly isAtUnread?: boolean },
  ): Promise<void> {
    // A page that is created again stays where it was.
    const target = messageId ?? (isAtUnread && anchor === undefined ? await this.findUnread() : undefined);
    this.#readUntilMs ??= this.#readUntilNow;
    this.#staysUnread = false;
    // Messages are shown before the names are loaded.
    const named = this.#views.loadNames(this.#page.signal);
    const start = target === undefined ? anchor : { id: target, createdMs: 0 };
    const around = start && (await this.feed.around(start));
    if (target !== undefined && around !== undefined) this.#requestReplies(target);
    const shown = await this.#show(
      'start',
      around ?? (await this.feed.newest()),
      around && { anchorId: around.anchorId, isTarget: target !== undefined },
    );
    await named;
    await this.#rename(shown);
  }

  /** Shows what is new. @returns the id of the first unread message, if there is one */
  async findUnread(): Promise<string | undefined> {
    this.#readUntilMs = this.#readUntilNow;
    if (this.feed.newestId !== undefined) await this.refresh();
    if (this.#readUntilMs === undefined) return undefined;
    return (await this.feed.around({ id: '', createdMs: this.#readUntilMs + 1 }))?.anchorId;
  }

  /** The room is unread from this message on, until it is opened again or its page is shown again. */
  async markUnread(messageId: string): Promise<void> {
    const untilMs = timeMs(this.feed.find(messageId)?.created) - 1;
    this.#readUntilMs = untilMs;
    this.#staysUnread = true;
    await this.#ports.marks.markUnread(this.#page.room.roomId, untilMs);
    const besideId = this.feed.lastThreadId;
    // Moves the line above what is new.
    if (besideId !== undefined) await this.#show('newer', this.feed.newer(besideId), { besideId });
    showNotice(l10n.t('Marked as unread'));
  }

  /** The user has opened the room again while its page is in sight. */
  async openAgain(): Promise<void> {
    if (!this.#staysUnread) return;
    this.#staysUnread = false;
    await this.#markRead();
  }

  async showNewest(): Promise<void> {
    await this.#show('start', await this.feed.newest());
  }

  async showOlder(threadId: string): Promise<void> {
    const { grown, ...older } = await this.feed.older(threadId);
    await this.update(grown);
    await this.#show('older', older, { besideId: threadId });
  }

  async showNewer(threadId: string): Promise<void> {
    await this.#show('newer', this.feed.newer(threadId), { besideId: threadId });
  }

  /** Shows a message among those around it, with its thread open. */
  async showMessage(messageId: string): Promise<void> {
    const around = await this.feed.around({ id: messageId, createdMs: 0 });
    if (around === undefined) return showNotice(l10n.t("Couldn't find this message. It may have been deleted."));
    this.#requestReplies(messageId);
    await this.#show('start', around, { anchorId: around.anchorId, isTarget: true });
  }

  async showReplies(threadId: string, isMore: boolean): Promise<void> {
    const thread = this.feed.threadOf(threadId);
    if (thread === undefined) return;
    if (isMore) this.#requestedReplies.set(thread.id, moreReplyCount(thread, this.#requestedReplies.get(thread.id)));
    else this.#requestedReplies.delete(thread.id);
    await this.update([thread]);
  }

  /** A refresh in the background, when something was read before: a failure is only logged. */
  async refreshQuietly(): Promise<void> {
    if (this.feed.newestId === undefined && this.feed.canLoadOlder) return;
    try {
      await this.refresh();
    } catch (error) {
      if (!isCancelled(error)) this.#ports.log.warn(`reader: not refreshed (${(error as Error).name})`);
      throw error;
    }
  }

  /**
   * Reads what is new, once at a time: it continues after what the page shows. @returns the number of new messages of
   * others, and the newest new message of the user
   */
  readonly refresh = sharedRuns(() => this.#refresh());

  async #refresh(): Promise<{ readonly newCount: number; readonly ownId: string | undefined }> {
    const lastId = this.feed.lastThreadId;
    const { added, changed, isReset } = await this.feed.refresh();
    await this.#page.onDidRead();
    const own = added.filter((message) => this.#views.isOwn(message));
    const newCount = added.length - own.length;
    if (isReset || lastId === undefined) await this.showNewest();
    else {
      const threads = new Set([...changed, ...added].flatMap(({ id }) => this.feed.threadOf(id) ?? []));
      await this.update([...threads]);
      if (added.length > 0) await this.#show('newer', this.feed.newer(lastId), { besideId: lastId, newCount });
    }
    return { newCount, ownId: own.at(-1)?.id };
  }

  /** Shows that the user has deleted a message. */
  async markDeleted(messageId: string): Promise<void> {
    this.feed.markDeleted(messageId);
    await this.redraw([messageId]);
  }

  /** Shows messages as they are now, those that the page has. */
  async redraw(messageIds: readonly string[]): Promise<void> {
    await this.update([...new Set(messageIds.flatMap((id) => this.feed.threadOf(id) ?? []))]);
  }

  /** Updates threads in the page. */
  async update(threads: readonly FeedThread[]): Promise<void> {
    if (threads.length > 0) await this.#send({ kind: 'changed', threads: await this.#viewsOf(threads) });
  }

  /** Updates the names in the current messages, which may have been edited or deleted in the meantime. */
  async #rename(shown: readonly ShownThread[]): Promise<void> {
    const before = new Map(shown.map((thread) => [thread.id, JSON.stringify(thread)]));
    const known = shown.flatMap(({ id }) => this.feed.threadOf(id) ?? []);
    const renamed = (await this.#viewsOf(known)).filter((thread) => JSON.stringify(thread) !== before.get(thread.id));
    if (renamed.length > 0) await this.#send({ kind: 'changed', threads: renamed });
  }

  /** Makes a reply visible that its thread hides. */
  #requestReplies(messageId: string): void {
    const thread = this.feed.threadOf(messageId);
    const at = thread?.replies.findIndex(({ id }) => id === messageId) ?? -1;
    if (thread !== undefined && at >= 0) this.#requestedReplies.set(thread.id, thread.replies.length - at);
  }

  async #show(
    place: 'start' | 'older' | 'newer',
    { threads, hasOlder, hasNewer }: FeedSlice,
    more: ShowOptions = {},
  ): Promise<readonly ShownThread[]> {
    await this.#page.onDidRead();
    const shown = await this.#viewsOf(threads);
    const unread = this.#readUntilMs !== undefined && { readUntilMs: this.#readUntilMs };
    const top = this.#topText();
    await this.#send({ kind: 'messages', place, threads: shown, hasOlder, hasNewer, top, ...more, ...unread });
    if (!hasNewer && this.#page.isSeen && !this.#staysUnread) await this.#markRead();
    return shown;
  }

  /** Sends threads, and then the attachments of their messages. */
  async #send(message: Extract<ToPage, { readonly kind: 'messages' | 'changed' }>): Promise<void> {
    await this.#page.send(message);
    const threads = message.threads.flatMap(({ id }) => this.feed.threadOf(id) ?? []);
    for (const thread of threads) {
      const replies = visibleReplies(thread, this.#requestedReplies.get(thread.id));
      for (const { id, files = [] } of [...(thread.root ? [thread.root] : []), ...replies])
        if (files.length > 0) void this.#files().then((shown) => shown.show(id, files));
    }
  }

  async #viewsOf(threads: readonly FeedThread[]): Promise<readonly ShownThread[]> {
    const views: ShownThread[] = [];
    this.#views.beginPage();
    for (const thread of threads)
      views.push(await this.#views.of(thread, this.#requestedReplies.get(thread.id), this.feed.find(thread.id)));
    return views;
  }

  #topText(): string {
    if (this.feed.newestId === undefined) return l10n.t('No messages yet.');
    return this.feed.isFull ? l10n.t("Older messages aren't shown.") : l10n.t('Beginning of the conversation');
  }

  get #readUntilNow(): number | undefined {
    return this.#ports.marks.readUntil(this.#page.room.roomId);
  }

  async #markRead(): Promise<void> {
    const { directory, marks } = this.#ports;
    const { roomId } = this.#page.room;
    // The activity of a room includes more than messages.
    const newestMs = timeMs(this.feed.find(this.feed.newestId ?? '')?.created);
    await marks.markRead(roomId, Math.max(newestMs, directory.activityMs(roomId)));
  }
}

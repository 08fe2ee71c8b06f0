import { l10n } from 'vscode';
import type { Person } from '../../core/api/resources.ts';
import type { Account } from '../../core/auth/account.ts';
import { timeMs } from '../../core/base/clock.ts';
import { dropOldest } from '../../core/base/dropOldest.ts';
import { lazy } from '../../core/base/lazy.ts';
import { nextTurn } from '../../core/base/scheduling/nextTurn.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { isApplied } from '../../core/lines/appliedReply.ts';
import { linesOfMessage, type ReadFacts } from '../../core/lines/linesOfMessage.ts';
import { messageLine } from '../../core/lines/messageLine.ts';
import { type MessagePlace, placesOfMessage } from '../../core/lines/messagePlaces.ts';
import { AuthorNames } from '../../core/messages/authorNames.ts';
import type { FeedMessage, FeedThread } from '../../core/messages/feedMessages.ts';
import { createMessageRenderer, HighlightTime } from '../../core/messages/renderMessage.ts';
import { isPatchTag, type SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { messagesOf, visibleReplies, visibleReplyCount } from '../../core/messages/threads.ts';
import type { AppliedPatches } from '../../host/git/appliedPatches.ts';
import type { Services } from '../../host/services.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { ShownThread } from '../../webview/reader/protocol.ts';
import { type Markup, markup } from './markup.ts';
import { blockFrame, type MessageFacts, messageHtml, type ReadMessage, requestButton, timesOf } from './messageHtml.ts';
import type { RoomPage } from './roomPage.ts';

/** Two pages of a room and more. */
const maxKept = 200;

/** Converts the messages of a room to what the page shows. */
export class MessageViews {
  readonly #names: AuthorNames;
  readonly #readLines: Services['readLines'];
  readonly #answers: Services['answers'];
  readonly #page: RoomPage;
  readonly #applied: Pick<AppliedPatches, 'find'>;
  #ownId: string | undefined;
  readonly #renderer = lazy(() => createMessageRenderer());
  #time = new HighlightTime();
  /** The feed keeps the object of a message that has not changed. */
  readonly #rendered = new Map<FeedMessage, ReadMessage & { readonly isDone: boolean | undefined }>();

  constructor(
    { log, readLines, answers }: Pick<Services, 'log' | 'readLines' | 'answers'>,
    page: RoomPage,
    applied: Pick<AppliedPatches, 'find'>,
  ) {
    this.#readLines = readLines;
    this.#answers = answers;
    this.#applied = applied;
    this.#page = page;
    this.#names = new AuthorNames(() => page.client(), page.room.roomId, log);
  }

  /** The messages that are shown from now on share the time for highlighting. */
  beginPage(): void {
    this.#time = new HighlightTime();
  }

  setAccount(account: Pick<Account, 'personId'> | undefined): void {
    this.#ownId = account?.personId;
  }

  /** Until the names are loaded, a message is shown with what it contains itself. */
  loadNames(signal: AbortSignal): Promise<void> {
    return this.#names.load(signal);
  }

  /** The other people of the room a word of whose name begins like this. */
  async peopleLike(query: string): Promise<readonly Person[]> {
    await this.#names.load(this.#page.signal);
    return this.#names.matching(query).filter(({ id }) => id !== this.#ownId);
  }

  /** Whether the user wrote a message. Only the id of the author says so. */
  isOwn({ personId }: FeedMessage): boolean {
    return personId !== undefined && personId !== '' && personId === this.#ownId;
  }

  authorOf(message: FeedMessage): string {
    return this.#names.of(message) || l10n.t('Unknown Sender');
  }

  /** The first line of a message, with its author. */
  lineOf(message: FeedMessage): { readonly author: string; readonly line: string } {
    return { author: this.authorOf(message), line: displayTitle(messageLine(message)) };
  }

  /**
   * A thread as the page shows it.
   * @param requestedReplies how many of its replies the user asked for
   * @param answered the message that the replies answer, if it is known; only for a thread without its first message
   */
  async of(thread: FeedThread, requestedReplies = 0, answered?: FeedMessage): Promise<ShownThread> {
    const { id, root, replies } = thread;
    for (const message of messagesOf(thread)) this.#noteAnswer(message, message === root ? undefined : id);
    const visible = visibleReplies(thread, requestedReplies);
    const { createdMs, day } = timesOf(messagesOf(thread).findLast(({ created }) => created !== undefined)?.created);
    // A feed contains articles only, so that the buttons are in one.
    const isExpanded = visible.length > visibleReplyCount(thread);
    const isDone = isApplied(thread);
    // Only its first message tells who asked.
    if (root !== undefined) this.#answers.noteDone(id, isDone);
    const done = isDone && markup`<p class="applied">${l10n.t('✓ Applied')}</p>`;
    const bar = [...(done ? [done] : []), ...repliesBar(id, replies.length - visible.length, isExpanded)];
    const parent = root === undefined ? this.#parentText(answered) : '';
    const facts = { day, parent: '', before: [], after: [] };
    const read = { replyCount: 0, isDone };
    const articles: Markup[] = [];
    for (const [index, reply] of visible.entries()) {
      const isFirst = root === undefined && index === 0;
      const parentLine = requestButton({ kind: 'showMessage', messageId: id }, markup` class="parent"`, parent);
      const more = isFirst && { parent, before: [...bar, parentLine] };
      articles.push(await this.#article(reply, { ...facts, ...more, isReply: true }, read));
    }
    const first =
      root &&
      (await this.#article(root, { ...facts, after: bar, isReply: false }, { ...read, replyCount: replies.length }));
    const below = articles.length > 0 && markup`<div class="replies">${articles}</div>`;
    return { id, createdMs, day, html: markup`${first}${below}`.text };
  }

  #noteAnswer(message: FeedMessage, parentId: string | undefined): void {
    if (this.isOwn(message)) return;
    const createdMs = timeMs(message.created);
    if (!message.isDeleted) this.#answers.noteRoom(this.#page.room.roomId, createdMs);
    if (parentId === undefined) return;
    if (message.isDeleted) this.#answers.forget(parentId, message.id);
    else this.#answers.note(parentId, { messageId: message.id, author: this.authorOf(message), createdMs });
  }

  #parentText(parent: FeedMessage | undefined): string {
    if (parent === undefined) return l10n.t('Reply to an earlier message');
    const { author, line } = this.lineOf(parent);
    return l10n.t('Reply to {0}: {1}', author, line);
  }

  async #article(
    message: FeedMessage,
    facts: Omit<MessageFacts, 'author' | 'isOwn'>,
    about: Pick<ReadFacts, 'replyCount' | 'isDone'>,
  ): Promise<Markup> {
    const rendered = await this.#render(message, about.isDone);
    const author = this.authorOf(message);
    const isOwn = this.isOwn(message);
    const read = { accountId: this.#page.room.accountId, author: isOwn ? '' : author, ...about };
    this.#readLines.note(message.id, linesOfMessage(message, rendered, read));
    return messageHtml(message, rendered, { ...facts, author, isOwn });
  }

  /** The code blocks of a message. */
  async blocksOf(message: FeedMessage | undefined): Promise<readonly SharedBlock[]> {
    return message === undefined ? [] : (await this.#render(message)).blocks;
  }

  /** The places that a message names. */
  async placesOf(message: FeedMessage | undefined): Promise<readonly MessagePlace[]> {
    return message === undefined ? [] : (await this.#render(message)).places;
  }

  /** Renders messages with this code again when they are shown next. @returns their ids */
  forget(code: string): readonly string[] {
    const stale = [...this.#rendered].filter(([, { blocks }]) => blocks.some((block) => block.code === code));
    for (const [message] of stale) this.#rendered.delete(message);
    return stale.map(([{ id }]) => id);
  }

  /** @param isDone its thread says that a suggestion is applied */
  async #render(message: FeedMessage, isDone?: boolean): Promise<ReadMessage> {
    const kept = this.#rendered.get(message);
    if (kept !== undefined && (isDone === undefined || kept.isDone === isDone)) return kept;
    const render = await this.#renderer();
    const html = await render(message, this.#time, (block, index) =>
      blockFrame(message.id, block, index, {
        isApplied: isPatchTag(block.language) && this.#applied.find(block.code) !== undefined,
        isSaid: isDone === true,
      }),
    );
    const rendered = { ...html, isDone, places: placesOfMessage(message, html.blocks, setting('git.hosts')) };
    this.#rendered.set(message, rendered);
    dropOldest(this.#rendered, maxKept);
    await nextTurn();
    return rendered;
  }
}

/** @param isExpanded the visible replies can be hidden again */
function repliesBar(threadId: string, hiddenCount: number, isExpanded: boolean): readonly Markup[] {
  const button = (isMore: boolean, text: string): Markup =>
    requestButton({ kind: 'replies', threadId, isMore }, markup` class="quiet" data-replies`, text);
  const more = hiddenCount === 1 ? l10n.t('Show 1 more reply') : l10n.t('Show {0} more replies', hiddenCount);
  const buttons = [
    ...(hiddenCount > 0 ? [button(true, more)] : []),
    ...(isExpanded ? [button(false, l10n.t('Hide replies'))] : []),
  ];
  return buttons.length === 0 ? [] : [markup`<div class="repliesBar">${buttons}</div>`];
}

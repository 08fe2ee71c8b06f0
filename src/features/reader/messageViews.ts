import { env, l10n } from 'vscode';
import type { Message } from '../../core/api/resources.ts';
import type { Account } from '../../core/auth/account.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { AuthorNames, colourOf, initialsOf } from '../../core/messages/authorNames.ts';
import type { FeedMessage, FeedThread } from '../../core/messages/feedMessages.ts';
import { firstLineOf, messageText } from '../../core/messages/messageText.ts';
import { createMessageRenderer, type RenderedMessage, type RenderMessage } from '../../core/messages/renderMessage.ts';
import { isPatchTag, type SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { messagesOf, visibleReplyCount } from '../../core/messages/threads.ts';
import { linesOfMessage } from '../../core/sharedLines/linesOfMessage.ts';
import type { Services } from '../../host/services.ts';
import type { BlockAction, ShownMessage, ShownThread } from '../../webview/reader/protocol.ts';
import type { OpenPage } from './openPage.ts';

const maxLabelCharacters = 80;

/** Converts the messages of a room to what the page shows. */
export class MessageViews {
  readonly #names: AuthorNames;
  readonly #readLines: Services['readLines'];
  readonly #page: OpenPage;
  #ownId: string | undefined;
  #loading: Promise<RenderMessage> | undefined;

  constructor({ log, readLines }: Pick<Services, 'log' | 'readLines'>, page: OpenPage) {
    this.#readLines = readLines;
    this.#page = page;
    this.#names = new AuthorNames(() => page.client(), page.room.roomId, log);
  }

  setAccount(account: Pick<Account, 'personId'> | undefined): void {
    this.#ownId = account?.personId;
  }

  /** Until the names are loaded, a message is shown with what it contains itself. */
  loadNames(signal: AbortSignal): Promise<void> {
    return this.#names.load(signal);
  }

  /** Whether the user wrote a message. Only the id of the author says so. */
  isOwn({ personId }: FeedMessage): boolean {
    return personId !== undefined && personId !== '' && personId === this.#ownId;
  }

  authorOf(message: FeedMessage): string {
    return this.#names.of(message) || l10n.t('Unknown Sender');
  }

  /** @param options how many replies the user asked for, and the messages that are known */
  async of(threads: readonly FeedThread[], options: ThreadOptions): Promise<readonly ShownThread[]> {
    const views: ShownThread[] = [];
    for (const thread of threads) views.push(await this.#threadView(thread, options));
    return views;
  }

  /** The first line of a message, with its author. */
  lineOf(message: FeedMessage): { readonly author: string; readonly line: string } {
    return { author: this.authorOf(message), line: displayTitle(firstLineOf(messageText(message))) };
  }

  async #threadView(thread: FeedThread, { requestedReplies, find }: ThreadOptions): Promise<ShownThread> {
    const { id, root, replies } = thread;
    const visibleCount = visibleReplyCount(thread, requestedReplies(id));
    const newest = timesOf(messagesOf(thread).findLast(({ created }) => created !== undefined)?.created);
    const view = (message: FeedMessage): Promise<ShownMessage> =>
      this.#view(message, { day: newest.day, replyCount: message === root ? replies.length : 0 });
    const visible: ShownMessage[] = [];
    for (const reply of replies.slice(replies.length - visibleCount)) visible.push(await view(reply));
    return {
      ...{ id, createdMs: newest.createdMs, day: newest.day, replies: visible },
      ...(root && { root: await view(root) }),
      parent: root === undefined ? this.#parentText(find(id)) : '',
      more: moreText(replies.length - visibleCount),
      isExpanded: visibleCount > visibleReplyCount(thread),
    };
  }

  #parentText(parent: FeedMessage | undefined): string {
    if (parent === undefined) return l10n.t('Reply to an earlier message');
    const { author, line } = this.lineOf(parent);
    return l10n.t('Reply to {0}: {1}', author, line);
  }

  async #view(
    message: FeedMessage,
    { day, replyCount }: { readonly day: string; readonly replyCount: number },
  ): Promise<ShownMessage> {
    const rendered = await this.#render(message);
    const [author, isOwn] = [this.authorOf(message), this.isOwn(message)];
    const facts = { accountId: this.#page.room.accountId, author: isOwn ? '' : author, replyCount };
    this.#readLines.note(message.id, linesOfMessage(message, rendered.blocks, facts));
    return viewOf(message, rendered, { author, day, isOwn });
  }

  /** A code block of a message, by its position. */
  async blockOf(message: FeedMessage | undefined, index: number): Promise<SharedBlock | undefined> {
    return (await this.blocksOf(message))[index];
  }

  /** The code blocks of a message. */
  async blocksOf(message: FeedMessage | undefined): Promise<readonly SharedBlock[]> {
    return message === undefined ? [] : (await this.#render(message)).blocks;
  }

  /** The renderer is loaded for the first message. */
  async #render(message: FeedMessage): Promise<RenderedMessage> {
    this.#loading ??= createMessageRenderer();
    return (await this.#loading)(message);
  }
}

interface ThreadOptions {
  /** How many replies of a thread the user asked for; 0 for none. */
  requestedReplies(threadId: string): number;
  find(messageId: string): FeedMessage | undefined;
}

function moreText(hiddenCount: number): string {
  if (hiddenCount <= 0) return '';
  return hiddenCount === 1 ? l10n.t('Show 1 more reply') : l10n.t('Show {0} more replies', hiddenCount);
}

/** @param day the heading above the message, which has the date only if that differs */
function viewOf(
  message: FeedMessage,
  { html, blocks }: RenderedMessage,
  { author, day, isOwn }: { readonly author: string; readonly day: string; readonly isOwn: boolean },
): ShownMessage {
  const email = displayTitle(message.personEmail ?? '');
  const times = timesOf(message.created);
  const time = times.day === day ? times.time : times.dateAndTime;
  return {
    id: message.id,
    label: labelOf(message, { author, time, blockCount: blocks.length }),
    author,
    authorDetail: email === author ? '' : email,
    initials: initialsOf(author),
    colour: colourOf(message.personId ?? email),
    isOwn,
    createdMs: times.createdMs,
    time,
    exactTime: times.exactTime,
    html,
    blocks: blocks.map(actionsFor),
    fileCount: message.files?.length ?? 0,
    edited: message.updated === undefined ? '' : l10n.t('edited'),
    exactEditTime: timesOf(message.updated).exactTime,
    deleted: message.isDeleted ? deletedText() : '',
    failure: failureOf(message),
  };
}

/** What a message is, in a sentence for screen readers. */
function labelOf(
  message: FeedMessage,
  { author, time, blockCount }: { readonly author: string; readonly time: string; readonly blockCount: number },
): string {
  const words = message.isDeleted ? deletedText() : displayTitle(firstLineOf(messageText(message)), maxLabelCharacters);
  const fileCount = message.files?.length ?? 0;
  const files = fileCount === 1 ? l10n.t('1 file') : l10n.t('{0} files', fileCount);
  return [author, time, words, blockCount > 0 && l10n.t('with code'), fileCount > 0 && files]
    .filter(Boolean)
    .join(', ');
}

function deletedText(): string {
  return l10n.t('This message was deleted.');
}

function timesOf(created: string | undefined) {
  const createdMs = Date.parse(created ?? '');
  if (Number.isNaN(createdMs)) return { createdMs: 0, day: '', time: '', dateAndTime: '', exactTime: '' };
  const text = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(env.language, options).format(createdMs);
  return {
    createdMs,
    day: text({ dateStyle: 'full' }),
    time: text({ timeStyle: 'short' }),
    dateAndTime: text({ dateStyle: 'medium', timeStyle: 'short' }),
    exactTime: text({ dateStyle: 'full', timeStyle: 'long' }),
  };
}

/** An unreadable message [A60] is shown with the reason. */
function failureOf({ errors }: Message): string {
  const [error] = Object.values(errors ?? {});
  return error === undefined ? '' : l10n.t("Couldn't read this message: {0}", displayTitle(error.reason || error.code));
}

/** The actions of a block. */
function actionsFor({ language, origin }: SharedBlock): readonly BlockAction[] {
  if (isPatchTag(language)) return ['apply', 'copy', 'open'];
  const place = origin === undefined || origin.state === 'untitled' ? 'open' : 'here';
  return [place, 'compare', 'copy', 'insert'];
}

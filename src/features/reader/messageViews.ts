import { env, l10n } from 'vscode';
import type { Message } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { AuthorNames } from '../../core/messages/authorNames.ts';
import {
  createMessageRenderer,
  type MessageRenderer,
  type RenderedMessage,
} from '../../core/messages/renderMessage.ts';
import type { FeedMessage } from '../../core/messages/roomFeed.ts';
import { isPatchTag, type SharedBlock } from '../../core/messages/sharedBlocks.ts';
import type { Services } from '../../host/services.ts';
import type { BlockAction, ShownMessage } from '../../webview/reader/protocol.ts';

const membersPerPage = 1000;

/** Converts the messages of a room to what the page shows. */
export class MessageViews {
  readonly #names: AuthorNames;
  #loading: Promise<MessageRenderer> | undefined;

  constructor({ connection, log }: Pick<Services, 'connection' | 'log'>, roomId: string) {
    this.#names = new AuthorNames(async function* pages(signal) {
      yield* (await connection.client()).listMemberships({ roomId, max: membersPerPage }, signal);
    }, log);
  }

  /** Until the names are loaded, a message is shown with what it contains itself. */
  loadNames(signal: AbortSignal): Promise<void> {
    return this.#names.load(signal);
  }

  authorOf(message: FeedMessage): string {
    return this.#names.of(message) || l10n.t('Unknown Sender');
  }

  async of(messages: readonly FeedMessage[]): Promise<readonly ShownMessage[]> {
    const renderer = await this.#renderer;
    const views: ShownMessage[] = [];
    for (const message of messages) views.push(viewOf(message, await renderer.render(message), this.authorOf(message)));
    return views;
  }

  /** A code block of a message, by its position. */
  async blockOf(message: FeedMessage | undefined, index: number): Promise<SharedBlock | undefined> {
    return message && (await (await this.#renderer).render(message)).blocks[index];
  }

  /** Loaded for the first message. */
  get #renderer(): Promise<MessageRenderer> {
    this.#loading ??= createMessageRenderer();
    return this.#loading;
  }
}

function viewOf(message: FeedMessage, { html, blocks }: RenderedMessage, author: string): ShownMessage {
  const email = displayTitle(message.personEmail ?? '');
  return {
    id: message.id,
    author,
    authorDetail: email === author ? '' : email,
    ...timesOf(message.created),
    html,
    blocks: blocks.map(actionsFor),
    fileCount: message.files?.length ?? 0,
    edited: message.updated === undefined ? '' : l10n.t('edited'),
    exactEditTime: timesOf(message.updated).exactTime,
    deleted: message.isDeleted ? l10n.t('This message was deleted.') : '',
    failure: failureOf(message),
  };
}

function timesOf(created: string | undefined): Pick<ShownMessage, 'createdMs' | 'day' | 'time' | 'exactTime'> {
  const createdMs = Date.parse(created ?? '');
  if (Number.isNaN(createdMs)) return { createdMs: 0, day: '', time: '', exactTime: '' };
  const text = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(env.language, options).format(createdMs);
  return {
    createdMs,
    day: text({ dateStyle: 'full' }),
    time: text({ timeStyle: 'short' }),
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
  if (isPatchTag(language)) return ['copy', 'open', 'apply'];
  const here = origin === undefined || origin.state === 'untitled' ? [] : (['here'] as const);
  return ['copy', 'insert', 'open', ...here, 'compare'];
}

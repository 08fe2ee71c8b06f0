import { l10n, type QuickPickItem, ThemeIcon } from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { FeedMessage } from '../../core/messages/feedMessages.ts';
import { MessageSearch } from '../../core/messages/searchMessages.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { LiveQuickPick } from '../../host/ui/liveQuickPick.ts';
import { relativeTime } from '../../host/vscode/formats.ts';
import type { MessageViews } from './messageViews.ts';
import type { ShownMessages } from './shownMessages.ts';

interface MessageRow extends QuickPickItem {
  readonly messageId?: string;
}

/**
 * Searches a room while the user types, and shows the chosen message. Older pages are loaded one after the other until the
 * user stops, chooses a message or closes the list.
 * @param room as displayed
 */
export async function searchRoom(room: string, messages: ShownMessages, views: MessageViews): Promise<void> {
  const store = new DisposableStore();
  const live = store.add(
    new LiveQuickPick<MessageRow>(({ messageId }) => messageId, {
      title: l10n.t({ message: 'Search in {0}', args: [room], comment: '{0}: a room or a person' }),
      placeholder: l10n.t('Type words of a message or the name of its author'),
      matchOnDescription: true,
      matchOnDetail: true,
      ignoreFocusOut: true,
    }),
  );
  const { picker } = live;
  const search = store.add(new RoomSearch(room, messages, views, live));
  store.add(picker.onDidChangeValue(() => search.update()));
  const chosen = live.ask(
    (row) => row.messageId,
    () => search.toggle(),
  );
  const messageId = await chosen.finally(() => store.dispose());
  if (messageId !== undefined) await messages.showMessage(messageId);
}

class RoomSearch {
  readonly #room: string;
  readonly #messages: ShownMessages;
  readonly #views: MessageViews;
  readonly #live: LiveQuickPick<MessageRow>;
  readonly #search: MessageSearch<FeedMessage>;
  #loading: AbortController | undefined;
  #isClosed = false;
  #failure: string | undefined;
  #isStoppedByUser = false;

  constructor(room: string, messages: ShownMessages, views: MessageViews, live: LiveQuickPick<MessageRow>) {
    this.#room = room;
    this.#messages = messages;
    this.#views = views;
    this.#live = live;
    this.#search = new MessageSearch((message) => views.authorOf(message));
  }

  /** Shows what matches the typed text, and goes on loading unless the user has stopped it. */
  update(): void {
    this.#show();
    const hasText = this.#live.picker.value.trim() !== '';
    if (hasText && this.#loading === undefined && !this.#isStoppedByUser) void this.#load();
  }

  toggle(): undefined {
    this.#isStoppedByUser = this.#loading !== undefined;
    if (this.#loading !== undefined) this.#end(this.#loading);
    else void this.#load();
  }

  dispose(): void {
    this.#isClosed = true;
    this.#loading?.abort();
  }

  async #load(): Promise<void> {
    const { feed } = this.#messages;
    const loading = new AbortController();
    this.#loading = loading;
    this.#failure = undefined;
    try {
      while (!loading.signal.aborted && feed.canLoadOlder) {
        this.#show();
        await this.#messages.update(await feed.loadOlder());
      }
    } catch (error) {
      if (!isCancelled(error)) this.#failure = describeError(error).sentence;
    }
    this.#end(loading);
  }

  /** Shows what is found, unless the user has stopped this and started it again. */
  #end(loading: AbortController): void {
    loading.abort();
    if (this.#loading === loading) this.#loading = undefined;
    this.#show();
  }

  #show(): void {
    if (this.#isClosed) return;
    const { picker } = this.#live;
    const { feed } = this.#messages;
    const isLoading = this.#loading !== undefined;
    const query = picker.value;
    picker.busy = isLoading;
    const { length } = feed.messages;
    const count = length === 1 ? l10n.t('1 message searched') : l10n.t('{0} messages searched', length);
    picker.title = `${l10n.t({ message: 'Search in {0}', args: [this.#room], comment: '{0}: a room or a person' })} (${count})`;
    picker.buttons = feed.canLoadOlder && query.trim() !== '' ? [isLoading ? stopButton : continueButton] : [];
    const rows = this.#search.find(feed.messages, query).map(({ message, line }) => this.#row(message, line));
    const notes = [
      this.#failure,
      rows.length === 0 && query.trim() !== '' && !isLoading && l10n.t('No matching messages'),
    ];
    const noteRows = notes.filter((note) => typeof note === 'string').map((label) => ({ label, alwaysShow: true }));
    this.#live.answer([...rows, ...noteRows]);
  }

  #row(message: FeedMessage, line: string): MessageRow {
    return {
      label: displayTitle(this.#views.authorOf(message)),
      description: relativeTime(message.created, Date.now()),
      detail: displayTitle(line, 200),
      alwaysShow: true,
      messageId: message.id,
    };
  }
}

const stopButton = { iconPath: new ThemeIcon('debug-stop'), tooltip: l10n.t('Stop Loading Older Messages') };
const continueButton = { iconPath: new ThemeIcon('history'), tooltip: l10n.t('Search Older Messages') };

import { l10n, type QuickPick, ThemeIcon } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import type { LinesAuthor } from '../../core/rooms/linesAuthor.ts';
import { PageSearch } from '../../core/rooms/pageSearch.ts';
import { flushUi, LiveQuickPick } from './liveQuickPick.ts';
import { type PickOptions, type PickPersonPorts, type SoughtPerson, soughtAuthor } from './pickDirectRoom.ts';
import { type RoomPickItem, type RoomPickOptions, roomPickItems, withAuthors } from './roomPickItems.ts';
import { showIn } from './steps/stepLists.ts';

const rowsAtATime = 100;
/** The number of searched rooms is updated after this many. */
const progressStep = 500;

export interface KnownRoomOptions extends PickOptions, Pick<RoomPickOptions, 'sameRoomId'> {
  /**
   * Called when the confirmation is not left out: for a comment, with a button that is there only then, and for an author,
   * whom a repository has named.
   */
  readonly onComment?: (() => void) | undefined;
  /** Who wrote what is sent. Asked for once the list is on the screen. */
  readonly authors?: (() => Promise<readonly LinesAuthor[]>) | undefined;
}

type Choice = Room | SoughtPerson;

/** A quick pick of the known rooms of the active account. More pages load while it is open. */
export class KnownRoomPick {
  readonly #ports: PickPersonPorts;
  readonly #options: KnownRoomOptions;
  readonly #owned = new DisposableStore();
  readonly #live: LiveQuickPick<RoomPickItem>;
  readonly #search: PageSearch;
  #limit = rowsAtATime;
  #shownCount = 0;
  #authors: readonly LinesAuthor[] = [];
  #isClosed = false;

  constructor(ports: PickPersonPorts, options: KnownRoomOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#live = this.#owned.add(createQuickPick(options));
    const { directory, clock } = ports;
    const foundCount = () => (this.#query === '' ? undefined : directory.search(this.#query, 0).totalCount);
    this.#search = this.#owned.add(new PageSearch({ directory, clock, foundCount }));
  }

  /** Shows it until the user chooses or cancels (`undefined`). To be called once. */
  async ask(): Promise<Choice | undefined> {
    try {
      this.#follow();
      this.#refresh();
      void this.#loadAuthors();
      return await this.#choice();
    } finally {
      this.#isClosed = true;
      this.#picker.busy = true;
      if (this.#options.lists === undefined) this.#owned.dispose();
    }
  }

  get #picker(): QuickPick<RoomPickItem> {
    return this.#live.picker;
  }

  get #query(): string {
    return this.#picker.value.trim();
  }

  #follow(): void {
    const { directory, emails } = this.#ports;
    this.#owned.add(directory.onDidChange(() => this.#refresh()));
    this.#owned.add(this.#search.onDidChange(() => this.#refresh()));
    this.#owned.add(emails.onDidChange(() => this.#refreshTexts()));
    this.#owned.add(
      this.#picker.onDidChangeValue(() => {
        this.#limit = rowsAtATime;
        this.#live.answer(this.#rows());
        this.#search.onQuery();
      }),
    );
  }

  /** Below the first room, which keeps its place: the rows of rooms do not move. */
  async #loadAuthors(): Promise<void> {
    const { authors } = this.#options;
    if (authors === undefined) return;
    await flushUi();
    this.#authors = await authors();
    if (this.#authors.length > 0 && this.#query === '' && !this.#isClosed)
      this.#live.show(withAuthors(this.#picker.items, this.#authors));
  }

  #rows(): readonly RoomPickItem[] {
    const { canMessagePerson, sameRoomId } = this.#options;
    const rows = roomPickItems(this.#ports, {
      query: this.#query,
      limit: this.#limit,
      shown: this.#picker.items,
      canMessagePerson,
      sameRoomId,
      isSearching: this.#search.isRunning,
    });
    return this.#query === '' ? withAuthors(rows, this.#authors) : rows;
  }

  #refresh(): void {
    if (this.#isClosed) return;
    const { snapshot, size } = this.#ports.directory;
    this.#picker.busy = this.#search.isRunning || snapshot.status === 'loading';
    const rows = this.#rows();
    const isProgress = this.#search.isRunning && size - this.#shownCount >= progressStep;
    // Rows do not move while the user is selecting, unless there are more rooms to choose from.
    if (this.#live.isSameChoice(rows) && !isProgress) return;
    this.#shownCount = size;
    this.#live.show(rows);
  }

  /** Email addresses arrive after their rows and do not change the order of the rows. */
  #refreshTexts(): void {
    const fresh = new Map(this.#rows().map((row) => [row.room?.id, row]));
    this.#live.show(this.#picker.items.map((row) => (row.room && fresh.get(row.room.id)) ?? row));
  }

  #choice(): Promise<Choice | undefined> {
    const { directory } = this.#ports;
    const findPerson = () => ({ text: this.#query });
    const choice = this.#live.ask<Choice>(
      ({ action, room, author }) => {
        if (author !== undefined) {
          this.#options.onComment?.();
          return soughtAuthor(author);
        }
        if (action === 'findPerson') return findPerson();
        if (action !== undefined) this.#act(action);
        return room;
      },
      (button) => {
        if (button !== commentButton) return findPerson();
        this.#options.onComment?.();
        return this.#picker.activeItems[0]?.room;
      },
      showIn(this.#options.lists, this.#owned),
    );
    const { status } = directory.snapshot;
    if (status === 'idle' || status === 'failed') void directory.refresh();
    return choice;
  }

  #act(action: NonNullable<RoomPickItem['action']>): void {
    if (action === 'loadMore') void this.#ports.directory.loadMore();
    else if (action === 'searchMore') this.#search.startAll();
    else if (action === 'stopSearch') this.#search.stop();
    else if (action === 'showMore') {
      this.#limit += rowsAtATime;
      this.#live.show(this.#rows());
    }
  }
}

const commentButton = { iconPath: new ThemeIcon('comment'), tooltip: l10n.t('Add a Comment…') };

function createQuickPick({
  title,
  totalSteps,
  canMessagePerson,
  onComment,
}: KnownRoomOptions): LiveQuickPick<RoomPickItem> {
  const tooltip = canMessagePerson ? l10n.t('Send to a Person…') : l10n.t('Find a Person…');
  const answerOf = ({ room, author, action, isAnswer }: RoomPickItem) =>
    room?.id ?? (author && `author ${author.email ?? author.name}`) ?? (isAnswer ? action : undefined);
  return new LiveQuickPick<RoomPickItem>(answerOf, {
    title,
    ...(totalSteps > 1 && { step: 1, totalSteps }),
    placeholder: canMessagePerson ? l10n.t('Select a room or a person') : l10n.t('Select a room'),
    matchOnDescription: true,
    ignoreFocusOut: true,
    buttons: [...(onComment ? [commentButton] : []), { iconPath: new ThemeIcon('person-add'), tooltip }],
  });
}

import { l10n, QuickInputButtons, type QuickPickItem } from 'vscode';
import type { Person, Room } from '../../core/api/resources.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import {
  directTarget,
  findPeople,
  isEmailAddress,
  isSameEmail,
  personRefOf,
  type RoomOrPerson,
} from '../../core/rooms/directPerson.ts';
import { findDirectRoom } from '../../core/rooms/findPersonRoom.ts';
import type { LinesAuthor } from '../../core/rooms/linesAuthor.ts';
import { describeError } from '../errors/describeError.ts';
import { iconLabel } from './iconLabel.ts';
import { LiveQuickPick } from './liveQuickPick.ts';
import { pickItemsOf, type RoomPickPorts } from './roomPickItems.ts';
import { type StepLists, showIn } from './steps/stepLists.ts';

const debounceMs = 250;
/** Limit of further pages of rooms that are searched for the room with a person. */
const maxPages = 10;

export interface PickPersonPorts extends RoomPickPorts {
  readonly connection: ServiceConnection;
}

export interface PickOptions {
  readonly title: string;
  readonly totalSteps: number;
  /** A person without a direct room can be chosen, because a message creates the room [X20]. */
  readonly canMessagePerson: boolean;
  /** The list stays on the screen until the next one of these replaces it. */
  readonly lists?: StepLists | undefined;
}

export interface SoughtPerson {
  /** Typed so far. */
  readonly text: string;
  /** The address of a person whom the user has chosen: the only person with it needs no second choice. */
  readonly isAddress?: boolean | undefined;
}

/** What finds the person: the address, or a name to choose from, which is never taken for a person. */
export function soughtAuthor({ email, name }: LinesAuthor): SoughtPerson {
  return { text: email ?? name, isAddress: email !== undefined };
}

interface PersonRow extends QuickPickItem {
  readonly person?: Person;
  readonly room?: RoomOrPerson;
}

/**
 * Lets the user find a person, and returns the direct room with that person. If there is none, the person is the target,
 * or the list says so. `undefined` when the user cancels.
 */
export function pickDirectRoom(
  ports: PickPersonPorts,
  { title, totalSteps, canMessagePerson, lists, text, isAddress }: PickOptions & SoughtPerson,
): Promise<RoomOrPerson | 'back' | undefined> {
  const store = new DisposableStore();
  const live = store.add(
    new LiveQuickPick<PersonRow>(({ person, room }) => person?.id ?? room?.toPerson?.email ?? room?.id, {
      title,
      step: totalSteps > 1 ? 1 : undefined,
      totalSteps,
      placeholder: l10n.t('Type the name or the email address of a person'),
      ignoreFocusOut: true,
      value: text,
      buttons: [QuickInputButtons.Back],
    }),
  );
  const { picker } = live;
  const search = store.add(new PeopleSearch(ports, live, canMessagePerson));
  if (isAddress) search.chosen = text;
  search.searchSoon(text);
  store.add(picker.onDidChangeValue((value) => search.searchSoon(value.trim())));
  const roomOf = (row: PersonRow) => row.room ?? (row.person && search.roomWith(row.person));
  const asked = live.ask<RoomOrPerson | 'back'>(roomOf, () => 'back', showIn(lists, store));
  return lists === undefined ? asked.finally(() => store.dispose()) : asked;
}

/** Runs one search at a time; a newer search cancels the previous one. Errors are shown in the list. */
class PeopleSearch implements Disposable {
  readonly #ports: PickPersonPorts;
  readonly #live: LiveQuickPick<PersonRow>;
  readonly #canMessage: boolean;
  readonly #timer = new MutableDisposable<Disposable>();
  #abort = new AbortController();
  /** The only person with this address is chosen, unless something else is typed. */
  chosen: string | undefined;

  constructor(ports: PickPersonPorts, live: LiveQuickPick<PersonRow>, canMessage: boolean) {
    this.#ports = ports;
    this.#live = live;
    this.#canMessage = canMessage;
  }

  searchSoon(text: string): void {
    this.#abort.abort();
    this.#live.picker.busy = text !== '';
    if (text !== this.chosen) this.chosen = undefined;
    this.#timer.value =
      text === ''
        ? undefined
        : this.#ports.clock.startTimer(
            this.chosen === undefined ? debounceMs : 0,
            () => void this.#show((signal) => this.#people(text, signal)),
          );
  }

  /**
   * The direct room with the person, or the person as the target. If there is more than one room, or none and it cannot
   * be created, the list shows that.
   */
  async roomWith(person: Person): Promise<RoomOrPerson | undefined> {
    let target: RoomOrPerson | undefined;
    await this.#show(async (signal) => {
      const found = await this.#directRooms(person, signal);
      const isNew = found.length === 0 && this.#canMessage && !signal.aborted;
      target = isNew ? directTarget(personRefOf(person)) : found.length === 1 ? found[0] : undefined;
      if (target !== undefined) return [...this.#live.picker.items];
      return found.length === 0 ? [this.#noRoomRow(person)] : pickItemsOf(this.#ports, found).map(shown);
    });
    return target;
  }

  dispose(): void {
    this.#abort.abort();
    this.#timer.dispose();
  }

  async #show(rows: (signal: AbortSignal) => Promise<readonly PersonRow[]>): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#live.picker.busy = true;
    const found: readonly PersonRow[] = await rows(signal).catch((error: unknown) =>
      isCancelled(error) ? [] : [shown(iconLabel('warning', describeError(error).sentence))],
    );
    if (signal.aborted) return;
    this.#live.picker.busy = false;
    const isChosen = this.chosen !== undefined && found.length === 1 && found[0]?.person !== undefined;
    this.chosen = undefined;
    this.#live.answer(found, isChosen);
  }

  async #people(text: string, signal: AbortSignal): Promise<readonly PersonRow[]> {
    const { account, client } = await this.#ports.connection.requireSession();
    const people = await findPeople(client, { text, ownPersonId: account.personId }, signal);
    if (people.length > 0) return people.map(personRow);
    const canSend = this.#canMessage && isEmailAddress(text) && !isSameEmail(text, account.label);
    return [canSend ? this.#addressRow(text) : infoRow(l10n.t('No matching people'))];
  }

  /** The service may know an address that it does not list. */
  #addressRow(email: string): PersonRow {
    const { directory, emails } = this.#ports;
    const known = directory.rooms.find(({ id }) => isSameEmail(emails.get(id) ?? '', email));
    const description = l10n.t('not in the directory');
    const room = known ?? directTarget({ email, name: email });
    return shown({
      ...iconLabel(
        'account',
        l10n.t({ message: 'Message {0}', args: [displayTitle(email)], comment: 'Verb. {0}: an email address' }),
      ),
      description,
      room,
    });
  }

  async #directRooms(person: Person, signal: AbortSignal): Promise<readonly Room[]> {
    const { directory, connection } = this.#ports;
    const { account, client } = await connection.requireSession();
    const sought = { person, ownPersonId: account.personId };
    for (let page = 0; ; page += 1) {
      const found = await findDirectRoom(client, directory.rooms, sought, signal);
      const canLoadMore = directory.snapshot.status === 'ready' && directory.snapshot.hasMore;
      if (found.length > 0 || !canLoadMore || page >= maxPages || signal.aborted) return found;
      await directory.loadMore();
    }
  }

  #noRoomRow(person: Person): PersonRow {
    const name = displayTitle(person.displayName ?? '');
    const text = this.#ports.directory.snapshot.hasMore
      ? l10n.t('No direct room with {0} in the rooms loaded so far.', name)
      : l10n.t('There is no direct room with {0} yet.', name);
    return {
      ...infoRow(text),
      detail: l10n.t('Share something with this person first to create the room.'),
    };
  }
}

const shown = <T extends PersonRow>(row: T): T => ({ ...row, alwaysShow: true });

function personRow(person: Person): PersonRow {
  const name = displayTitle(person.displayName ?? '') || l10n.t('(no name)');
  const description = displayTitle(person.emails?.[0] ?? '');
  return shown({ ...iconLabel('account', name), description, person });
}

function infoRow(text: string): PersonRow {
  return shown(iconLabel('info', text));
}

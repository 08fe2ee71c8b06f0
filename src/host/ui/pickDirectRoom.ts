import { l10n, QuickInputButtons, type QuickPickItem } from 'vscode';
import type { Person, Room } from '../../core/api/resources.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { findDirectRoom } from '../../core/rooms/roomPeople.ts';
import { describeError } from '../errors/describeError.ts';
import { LiveQuickPick } from './liveQuickPick.ts';
import { pickItemsOf, type RoomPickPorts } from './roomPickItems.ts';

/** The search starts after this pause in typing. */
const debounceMs = 250;
/** Limit for one search. */
const maxPeople = 50;
/** Limit of further pages of rooms that are searched for the room with a person. */
const maxPages = 10;

export interface PickPersonPorts extends RoomPickPorts {
  readonly connection: ServiceConnection;
}

interface PersonRow extends QuickPickItem {
  readonly person?: Person;
  readonly room?: Room;
}

/**
 * Lets the user find a person, and returns the direct room with that person. The API accepts messages only for rooms
 * [A22]. If there is no room, the list says so. `undefined` when the user cancels.
 * @param name the text typed so far
 */
export function pickDirectRoom(
  ports: PickPersonPorts,
  { title, totalSteps, name }: { readonly title: string; readonly totalSteps: number; readonly name: string },
): Promise<Room | 'back' | undefined> {
  const store = new DisposableStore();
  const live = store.add(new LiveQuickPick<PersonRow>(({ person, room }) => person?.id ?? room?.id));
  const { picker } = live;
  const placeholder = l10n.t('Type the name of a person');
  const steps = totalSteps > 1 && { step: 1, totalSteps };
  Object.assign(picker, { title, ...steps, placeholder, ignoreFocusOut: true, value: name });
  picker.buttons = [QuickInputButtons.Back];
  const search = store.add(new PeopleSearch(ports, live));
  search.searchSoon(name);
  store.add(picker.onDidChangeValue((value) => search.searchSoon(value.trim())));
  return new Promise<Room | 'back' | undefined>((resolve) => {
    live.onDidChoose(async (row) => {
      const room = row.room ?? (row.person && (await search.roomWith(row.person)));
      if (room !== undefined) resolve(room);
    });
    store.add(picker.onDidTriggerButton(() => resolve('back')));
    store.add(picker.onDidHide(() => resolve(undefined)));
    live.open();
  }).finally(() => store.dispose());
}

/** Runs one search at a time; a newer search cancels the previous one. Errors are shown in the list. */
class PeopleSearch implements Disposable {
  readonly #ports: PickPersonPorts;
  readonly #live: LiveQuickPick<PersonRow>;
  readonly #timer = new MutableDisposable<Disposable>();
  #abort = new AbortController();

  constructor(ports: PickPersonPorts, live: LiveQuickPick<PersonRow>) {
    this.#ports = ports;
    this.#live = live;
  }

  searchSoon(name: string): void {
    this.#abort.abort();
    this.#live.picker.busy = name !== '';
    this.#timer.value =
      name === ''
        ? undefined
        : this.#ports.clock.startTimer(debounceMs, () => void this.#show((signal) => this.#people(name, signal)));
  }

  /** The direct room with the person. If there is none or more than one, the list shows that. */
  async roomWith(person: Person): Promise<Room | undefined> {
    let found: readonly Room[] = [];
    await this.#show(async (signal) => {
      found = await this.#directRooms(person, signal);
      return found.length === 0 ? [this.#noRoomRow(person)] : pickItemsOf(this.#ports, found).map(shown);
    });
    return found.length === 1 ? found[0] : undefined;
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
    const found = await rows(signal).catch((error: unknown) => (isCancelled(error) ? [] : [failureRow(error)]));
    if (signal.aborted) return;
    this.#live.picker.busy = false;
    this.#live.answer(found);
  }

  async #people(displayName: string, signal: AbortSignal): Promise<readonly PersonRow[]> {
    const client = await this.#ports.connection.client();
    const page = (await client.listPeople({ displayName, max: maxPeople }, signal).next()).value;
    const people = page?.items ?? [];
    return people.length === 0 ? [infoRow(l10n.t('No matching people'))] : people.map(personRow);
  }

  async #directRooms(person: Person, signal: AbortSignal): Promise<readonly Room[]> {
    const { directory, connection } = this.#ports;
    const client = await connection.client();
    for (let page = 0; ; page += 1) {
      const found = await findDirectRoom(client, directory.rooms, person, signal);
      const canLoadMore = directory.snapshot.status === 'ready' && directory.snapshot.hasMore;
      if (found.length > 0 || !canLoadMore || page >= maxPages || signal.aborted) return found;
      await directory.loadMore();
    }
  }

  #noRoomRow(person: Person): PersonRow {
    const name = displayTitle(person.displayName ?? '');
    const text = this.#ports.directory.snapshot.hasMore
      ? l10n.t('No direct room with {0} among the rooms loaded so far.', name)
      : l10n.t('There is no direct room with {0} yet.', name);
    return {
      ...infoRow(text),
      detail: l10n.t('Roomside can only send to existing rooms. Write to this person in the messaging service first.'),
    };
  }
}

const shown = <T extends PersonRow>(row: T): T => ({ ...row, alwaysShow: true });

function personRow(person: Person): PersonRow {
  const name = displayTitle(person.displayName ?? '') || l10n.t('(no name)');
  const description = displayTitle(person.emails?.[0] ?? '');
  return shown({ label: `$(account) ${name}`, description, person });
}

function infoRow(text: string): PersonRow {
  return shown({ label: `$(info) ${text}` });
}

function failureRow(error: unknown): PersonRow {
  return shown({ label: `$(warning) ${describeError(error).sentence}` });
}

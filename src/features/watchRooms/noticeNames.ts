import { l10n } from 'vscode';
import { dropOldest } from '../../core/base/dropOldest.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { AuthorNames } from '../../core/messages/authorNames.ts';
import { isUnreadable } from '../../core/rooms/knownRoom.ts';
import type { Services } from '../../host/services.ts';
import type { WatchedMessage } from './model/roomWatcher.ts';

const maxRooms = 50;
const maxAuthorCharacters = 60;

/** The names of the authors that notifications name. The members of a room are requested once. */
export class NoticeNames {
  readonly #ports: Pick<Services, 'connection' | 'directory' | 'log'>;
  /** By account and room. */
  readonly #names = new Map<string, AuthorNames>();

  constructor(ports: Pick<Services, 'connection' | 'directory' | 'log'>) {
    this.#ports = ports;
  }

  /** The name of an author, safe to display. Never rejects. */
  async of(accountId: string, { roomId, message }: WatchedMessage): Promise<string> {
    const room = this.#ports.directory.find(roomId);
    // A direct room has the name of the other person.
    const isNamed = room?.type === 'direct' && !isUnreadable(room);
    const name = isNamed ? room.title : await this.#nameIn(accountId, { roomId, message });
    return displayTitle(name, maxAuthorCharacters) || l10n.t('Unknown Sender');
  }

  async #nameIn(accountId: string, { roomId, message }: Pick<WatchedMessage, 'roomId' | 'message'>): Promise<string> {
    const key = `${accountId} ${roomId}`;
    const { connection, log } = this.#ports;
    const names = this.#names.get(key) ?? new AuthorNames(() => connection.client(accountId), roomId, log);
    this.#names.set(key, names);
    dropOldest(this.#names, maxRooms);
    await names.load(new AbortController().signal);
    return names.of(message);
  }
}

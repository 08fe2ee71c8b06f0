import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Memento, SecretStorage, Uri } from 'vscode';
import type { AccountChoice } from '../../core/auth/activeAccount.ts';
import { SecretStoreError } from '../../core/auth/errors.ts';
import type { SecretStore, SignedInFlag } from '../../core/auth/secretStore.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { storageNames } from '../../core/base/storage/storedNames.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import type { MarksRecord, MarksStore } from '../../core/rooms/roomMarks.ts';

/** VS Code's SecretStorage as a `SecretStore`. */
export class SecretStorageStore implements SecretStore, Disposable {
  readonly #storage: SecretStorage;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new Emitter<string>());
  readonly onDidChange = this.#changes.event;

  constructor(storage: SecretStorage) {
    this.#storage = storage;
    this.#owned.add(storage.onDidChange(({ key }) => this.#changes.fire(key)));
  }

  async read(key: string): Promise<string | undefined> {
    try {
      return await this.#storage.get(key);
    } catch (error) {
      throw new SecretStoreError('read', error);
    }
  }

  async write(key: string, value: string | undefined): Promise<void> {
    try {
      await (value === undefined ? this.#storage.delete(key) : this.#storage.store(key, value));
    } catch (error) {
      throw new SecretStoreError(value === undefined ? 'remove' : 'write', error);
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

const choiceKey = 'account';

/** Stores the chosen account in the workspace state. */
export function accountChoice(workspaceMemory: Memento): AccountChoice {
  return {
    read: () => workspaceMemory.get<string>(choiceKey),
    write: async (accountId) => workspaceMemory.update(choiceKey, accountId),
  };
}

/** State of the extension, of which Settings Sync takes some keys to the user's other computers. */
export type SyncedMemento = Memento & { setKeysForSync(keys: readonly string[]): void };

const syncedPrefix = 'rooms.synced.v1.';

/**
 * The marks of rooms in the state of the extension: global marks, and the room pinned for this workspace. The ids of pinned
 * and recent rooms follow the user to other computers; the id of an account is the same there.
 */
export function roomMarksMemento(everywhere: SyncedMemento, workspace: Memento): MarksStore {
  const key = (accountId: string): string => `rooms.marks.v1.${accountId}`;
  const workspaceKey = (accountId: string): string => `rooms.workspaceRoom.v1.${accountId}`;
  const syncedKey = (accountId: string): string => `${syncedPrefix}${accountId}`;
  return {
    read(accountId) {
      const known = everywhere.keys().filter((each) => each.startsWith(syncedPrefix));
      everywhere.setKeysForSync([...new Set([...known, syncedKey(accountId)])]);
      return {
        ...everywhere.get<object>(key(accountId)),
        ...everywhere.get<object>(syncedKey(accountId)),
        workspaceRoom: workspace.get(workspaceKey(accountId)),
      };
    },
    async write(accountId, record) {
      const { workspaceRoom, pinned, recent, ...marks }: Partial<MarksRecord> = record ?? {};
      await everywhere.update(key(accountId), record === undefined ? undefined : marks);
      await everywhere.update(syncedKey(accountId), record === undefined ? undefined : { pinned, recent });
      if (workspace.get(workspaceKey(accountId)) !== workspaceRoom) {
        await workspace.update(workspaceKey(accountId), workspaceRoom);
      }
    },
  };
}

/** The folder for all stored room data, by account. */
export function roomsFolder(storage: Uri): string {
  return join(storage.fsPath, 'rooms');
}

/** The signed-in flag as a file in the global storage. Unlike VS Code's global state, all windows see the same value. */
export class SignedInFlagFile implements SignedInFlag {
  readonly #path: string;

  constructor(storage: Uri) {
    this.#path = join(storage.fsPath, storageNames.signedInFlag);
  }

  async isSet(): Promise<boolean> {
    return (await unlessMissing(stat(this.#path))) !== undefined;
  }

  async set(isSet: boolean): Promise<void> {
    if (!isSet) return rm(this.#path, { force: true });
    await mkdir(dirname(this.#path), { recursive: true });
    await writeFile(this.#path, '');
  }
}

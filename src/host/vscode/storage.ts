import type { Memento, SecretStorage } from 'vscode';
import type { AccountChoice } from '../../core/auth/activeAccount.ts';
import { SecretStoreError } from '../../core/auth/errors.ts';
import type { SecretStore } from '../../core/auth/secretStore.ts';
import { secretKeys } from '../../core/base/storage/storedNames.ts';
import type { MarksStore } from '../../core/rooms/roomMarks.ts';

/** VS Code's SecretStorage as a `SecretStore`. */
export function secretStore(storage: SecretStorage): SecretStore {
  return {
    read: (key) => run('read', () => storage.get(key)),
    async write(key, value) {
      if (value === undefined) await run('remove', () => storage.delete(key));
      else await run('write', () => storage.store(key, value));
    },
    // An editor of before VS Code 1.105 cannot list them, and keeps the states of sign-ins that were not finished.
    keys: () => run('read', async () => storage.keys?.() ?? Object.values(secretKeys)),
    onDidChange: (listener) => storage.onDidChange(({ key }) => listener(key)),
  };
}

async function run<T>(operation: SecretStoreError['operation'], work: () => Thenable<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SecretStoreError(operation, error);
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
export type SyncedMemento = Memento & { setKeysForSync?(keys: readonly string[]): void };

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
      everywhere.setKeysForSync?.([...new Set([...known, syncedKey(accountId)])]);
      return {
        ...everywhere.get<object>(key(accountId)),
        ...everywhere.get<object>(syncedKey(accountId)),
        workspaceRoom: workspace.get(workspaceKey(accountId)),
      };
    },
    async write(accountId, { workspaceRoom, pinned, recent, ...marks }) {
      // All begin at once: the next change may read before the first one is stored.
      await Promise.all([
        everywhere.update(key(accountId), marks),
        everywhere.update(syncedKey(accountId), { pinned, recent }),
        workspace.get(workspaceKey(accountId)) !== workspaceRoom &&
          workspace.update(workspaceKey(accountId), workspaceRoom),
      ]);
    },
  };
}

import type { Memento } from 'vscode';
import type { AccountChoice } from '../../core/auth/activeAccount.ts';

const choiceKey = 'account';

/** Stores the chosen account in the workspace state. */
export function accountChoice(workspaceMemory: Memento): AccountChoice {
  return {
    read: () => workspaceMemory.get<string>(choiceKey),
    write: async (accountId) => workspaceMemory.update(choiceKey, accountId),
  };
}

import type { Memento } from 'vscode';
import type { AccountChoice } from '../core/auth/activeAccount.ts';

const choiceKey = 'account';

/** Core's choice of account in the memory of the workspace. */
export function accountChoice(workspaceMemory: Memento): AccountChoice {
  return {
    read: () => workspaceMemory.get<string>(choiceKey),
    write: async (accountId) => workspaceMemory.update(choiceKey, accountId),
  };
}

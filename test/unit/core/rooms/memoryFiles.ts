import type { AccountFiles } from '../../../../src/core/auth/accountFiles.ts';

/** Files of accounts in memory, and their texts by account. */
export function memoryFiles(...entries: readonly (readonly [accountId: string, text: string])[]) {
  const texts = new Map(entries);
  const files: AccountFiles = {
    read: async (id) => texts.get(id),
    write: async (id, text) => void texts.set(id, text),
    async keepOnly(ids) {
      for (const id of texts.keys()) if (!ids.includes(id)) texts.delete(id);
    },
  };
  return { files, texts };
}

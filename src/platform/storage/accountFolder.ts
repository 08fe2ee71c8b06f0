import path from 'node:path';
import { accountFileName } from '../../core/auth/account.ts';
import type { AccountFiles } from '../../core/auth/accountFiles.ts';
import { removePath } from '../files/deleteFile.ts';
import { RecordFolder } from './recordFolder.ts';

/** One text file for each account in a folder of such files. */
export class AccountFolder extends RecordFolder implements AccountFiles {
  constructor(folder: string, extension = '.json') {
    super(folder, extension);
  }

  async keepOnly(accountIds: readonly string[]): Promise<void> {
    const kept = new Set(accountIds.map(accountFileName));
    // The extension begins at the first dot.
    const others = (await this.names()).filter((name) => !kept.has(name.split('.')[0] ?? ''));
    // Another window may be writing a temporary file.
    const stored = others.filter((name) => name.endsWith('.json'));
    await Promise.all(stored.map((name) => removePath(path.join(this.folder, name))));
  }

  protected override pathOf(accountId: string): string {
    return super.pathOf(accountFileName(accountId));
  }
}

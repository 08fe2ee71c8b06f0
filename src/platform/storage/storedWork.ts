import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf } from '../../core/base/json.ts';
import { storageNames } from '../../core/base/storage/storedNames.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import type { ShareRecord } from '../../core/outbox/shareRecord.ts';
import { exists } from '../files/exists.ts';

/** The state that earlier windows stored. */
export interface StoredWork {
  readonly isSignedIn: boolean;
  /** There is a share to show in Recent Shares. */
  readonly hasShares: boolean;
  /** There is a share that is queued, being sent or unconfirmed, or that cannot be read. */
  readonly hasOpenShares: boolean;
}

/**
 * Reads the signed-in flag and the records of the outbox from the extension's storage, so that a window without work
 * loads nothing more. A file that cannot be read counts as work: the code that is loaded then reports it.
 * @param storage the folder of the extension's own files
 */
export async function readStoredWork(storage: string): Promise<StoredWork> {
  const [isSignedIn, records] = await Promise.all([
    exists(join(storage, storageNames.signedInFlag)),
    shareFiles(join(storage, storageNames.outbox)),
  ]);
  const shares = await Promise.all(records.map(shareIn));
  return {
    isSignedIn,
    hasShares: records.length > 0,
    hasOpenShares: shares.some(({ state }) => state !== 'sent' && state !== 'failed'),
  };
}

async function shareFiles(folder: string): Promise<readonly string[]> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  return names.filter((name) => name.endsWith(storageNames.shareRecord)).map((name) => join(folder, name));
}

/** Nothing if the record cannot be read. */
async function shareIn(file: string): Promise<Partial<ShareRecord>> {
  try {
    return fieldsOf(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}

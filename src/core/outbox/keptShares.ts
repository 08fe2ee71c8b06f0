import { ShareNotKeptError } from './errors.ts';
import type { NewShare } from './newShare.ts';
import type { ShareClaims } from './shareClaims.ts';
import type { ShareFiles } from './shareFolder.ts';
import type { ShareRecord } from './shareRecord.ts';
import type { ShareStore } from './shareStore.ts';

export interface KeptSharesPorts {
  readonly files: ShareFiles;
  readonly store: ShareStore;
  readonly claims: ShareClaims;
}

/**
 * Shares that this window has written to the disk and delivers itself. Each is locked before its record can be seen, so
 * that no other window delivers it meanwhile; if this window ends, the others find it queued.
 */
export class KeptShares {
  readonly #ports: KeptSharesPorts;
  readonly #releases = new Map<string, () => Promise<void>>();

  constructor(ports: KeptSharesPorts) {
    this.#ports = ports;
  }

  has(id: string): boolean {
    return this.#releases.has(id);
  }

  /** @throws {ShareNotKeptError} then nothing of it is left */
  async keep(share: NewShare, record: ShareRecord): Promise<void> {
    const { claims, store } = this.#ports;
    const owned = store.own(record.id);
    try {
      const release = await claims.take(record.id, 0);
      this.#releases.set(record.id, async () => {
        owned.dispose();
        await release?.();
      });
      await this.#write(share, record);
    } catch (error) {
      owned.dispose();
      await this.release(record.id);
      throw error instanceof ShareNotKeptError ? error : new ShareNotKeptError(error);
    }
  }

  /** The same for a share that cannot be written down: it is lost when this window ends. */
  keepInMemory(record: ShareRecord): void {
    this.#ports.store.remember(record);
    this.#releases.set(record.id, () => Promise.resolve());
  }

  /** Leaves it to the queues of all windows. */
  async release(id: string): Promise<void> {
    const release = this.#releases.get(id);
    this.#releases.delete(id);
    await release?.();
  }

  /** Removes a share that was not delivered. */
  async discard(id: string): Promise<void> {
    if (!this.has(id)) return;
    await this.#ports.store.remove(id);
    await this.release(id);
  }

  clear(): Promise<unknown> {
    return Promise.all([...this.#releases.keys()].map((id) => this.release(id)));
  }

  async #write({ content }: NewShare, record: ShareRecord): Promise<void> {
    const { files, store } = this.#ports;
    const source = content.kind === 'file' ? content.file.source : undefined;
    try {
      if (source !== undefined && 'bytes' in source) await files.keepCopy(record.id, once(source.bytes));
      await store.put(record);
    } catch (error) {
      await store.remove(record.id);
      throw error;
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

import type { Disposable } from '../../../src/core/base/disposable.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { ShareFiles, ShareLock, ShareLocks } from '../../../src/core/outbox/ports.ts';
import { openFilePart } from '../../../src/platform/files/openFilePart.ts';

/** A disk for the windows of one test. */
export class MemoryDisk {
  readonly records = new Map<string, string>();
  readonly copies = new Map<string, Uint8Array>();
  readonly holders = new Map<
    string,
    { readonly window: MemoryWindow; readonly released: PromiseWithResolvers<void> }
  >();
  readonly changes = new Emitter<string>();
  /** Writes fail, removals succeed. */
  isFull = false;
}

/** The disk as one window uses it. After the window has died, its calls never settle. */
export class MemoryWindow implements ShareFiles, ShareLocks {
  #isDead = false;
  readonly #death = Promise.withResolvers<void>();
  /** The number of writes. */
  writeCount = 0;
  /** How often the records were listed. */
  listCount = 0;
  readonly #disk: MemoryDisk;

  constructor(disk: MemoryDisk) {
    this.#disk = disk;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get death(): Promise<void> {
    return this.#death.promise;
  }

  /** Kills it during its current operation. */
  die(): void {
    this.#isDead = true;
    this.#death.resolve();
  }

  async ids(): Promise<readonly string[]> {
    await this.#live();
    this.listCount += 1;
    return [...this.#disk.records.keys()].sort();
  }

  async read(id: string): Promise<string | undefined> {
    await this.#live();
    return this.#disk.records.get(id);
  }

  async write(id: string, text: string): Promise<void> {
    await this.#live();
    this.#refuseWhenFull();
    this.writeCount += 1;
    this.#disk.records.set(id, text);
    this.#disk.changes.fire(id);
  }

  async remove(id: string): Promise<void> {
    await this.#live();
    this.#disk.records.delete(id);
    this.#disk.copies.delete(id);
    this.#disk.changes.fire(id);
  }

  async writeCopy(id: string, bytes: Uint8Array): Promise<void> {
    await this.#live();
    this.#refuseWhenFull();
    this.#disk.copies.set(id, bytes);
  }

  async removeCopy(id: string): Promise<void> {
    await this.#live();
    this.#disk.copies.delete(id);
  }

  copyPath(id: string): string {
    return `/copies/${id}`;
  }

  /** Files to send are on the real disk. */
  open(...args: Parameters<ShareFiles['open']>): ReturnType<ShareFiles['open']> {
    return openFilePart(...args);
  }

  removeOrphans(): Promise<void> {
    return this.#live();
  }

  watch(onChange: (id: string) => void): Disposable {
    return this.#disk.changes.event((id) => {
      if (!this.#isDead) onChange(id);
    });
  }

  /** Takes a lock from its owner, as after a suspension longer than the lock's lifetime. */
  takeOver(name: string): void {
    const released = Promise.withResolvers<void>();
    this.#disk.holders.set(name, { window: this, released });
  }

  async acquire(name: string, maxWaitMs: number): Promise<ShareLock | undefined> {
    await this.#live();
    const { holders } = this.#disk;
    for (let holder = holders.get(name); holder !== undefined; holder = holders.get(name)) {
      // Only a waiting window notices that the owner has died.
      if (maxWaitMs === 0) return undefined;
      if (holder.window.isDead) break;
      await Promise.race([holder.released.promise, holder.window.death]);
    }
    const released = Promise.withResolvers<void>();
    holders.set(name, { window: this, released });
    const isHeld = async (): Promise<boolean> => {
      await this.#live();
      return holders.get(name)?.released === released;
    };
    return {
      isHeld,
      async release() {
        if (await isHeld()) holders.delete(name);
        released.resolve();
      },
    };
  }

  #refuseWhenFull(): void {
    if (this.#disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }

  #live(): Promise<void> {
    return this.#isDead ? new Promise<never>(() => undefined) : Promise.resolve();
  }
}

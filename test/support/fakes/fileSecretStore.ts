import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecretStore } from '../../../src/core/auth/secretStore.ts';
import type { Disposable } from '../../../src/core/base/disposable.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';

const nameOf = (key: string): string => `${Buffer.from(key).toString('base64url')}.secret`;

/** A secret store of several processes: a folder with a file for each key, written atomically. */
export class FileSecretStore implements SecretStore, Disposable {
  readonly #folder: string;
  readonly #changes = new Emitter<string>();
  readonly #watcher: FSWatcher;
  readonly onDidChange = this.#changes.event;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#watcher = watch(folder, (_event, name) => {
      if (name?.endsWith('.secret')) this.#changes.fire(Buffer.from(name.slice(0, -7), 'base64url').toString());
    });
  }

  static async open(folder: string): Promise<FileSecretStore> {
    await mkdir(folder, { recursive: true });
    return new FileSecretStore(folder);
  }

  async read(key: string): Promise<string | undefined> {
    try {
      return await readFile(path.join(this.#folder, nameOf(key)), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async write(key: string, value: string | undefined): Promise<void> {
    const file = path.join(this.#folder, nameOf(key));
    if (value === undefined) return rm(file, { force: true });
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, value);
    await rename(draft, file);
  }

  async keys(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.secret'));
    return names.map((name) => Buffer.from(name.slice(0, -'.secret'.length), 'base64url').toString());
  }

  dispose(): void {
    this.#watcher.close();
    this.#changes.dispose();
  }
}

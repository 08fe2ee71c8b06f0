import { createHash } from 'node:crypto';
import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentInfo } from '../../core/api/contentInfo.ts';
import type { Clock } from '../../core/base/clock.ts';
import { missingPathCodes, unlessMissing } from '../../core/base/storage/systemError.ts';
import { removePath } from '../files/deleteFile.ts';

/** An attachment of an account, identified by its metadata: another version has another path. */
export interface CachedContent {
  readonly accountId: string;
  readonly url: string;
  readonly info: ContentInfo;
}

/** Downloads the content to a new file, completely or not at all. */
export type FetchContent = (path: string) => Promise<unknown>;

export interface ContentCacheOptions {
  /** Contains one folder per account. */
  readonly folder: string;
  /** Above this size, the least recently used files are deleted. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/** A file used this recently may still be open. */
const inUseMs = 5 * 60_000;
/** A partial file this old was left by a crash. */
const orphanMs = 24 * 60 * 60_000;

/** Caches opened attachments on disk, shared by all windows, up to a maximum size. */
export class ContentCache {
  readonly #options: ContentCacheOptions;

  constructor(options: ContentCacheOptions) {
    this.#options = options;
  }

  /** The path of the cached file, which is downloaded if it is missing. Read it immediately: it can be evicted later. */
  async get(content: CachedContent, fetchContent: FetchContent): Promise<string> {
    const path = this.#pathOf(content);
    if (await this.#touch(path)) return path;
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await fetchContent(path);
    await this.#evict(path);
    return path;
  }

  /** Deletes the files of all other accounts. */
  async keepOnly(accountIds: ReadonlySet<string>): Promise<void> {
    const { folder } = this.#options;
    for (const name of (await unlessMissing(readdir(folder), missingPathCodes)) ?? []) {
      if (!accountIds.has(name)) await removePath(join(folder, name));
    }
  }

  #pathOf({ accountId, url, info }: CachedContent): string {
    const version = `${info.entityTag ?? ''} ${info.byteLength ?? ''}`;
    const name = createHash('sha256').update(`${url}\n${version}`).digest('base64url');
    return join(this.#options.folder, accountId, `${name}.bin`);
  }

  /**
   * Updates the time of last use.
   * @returns whether the file exists
   */
  async #touch(path: string): Promise<boolean> {
    const now = new Date(this.#options.clock.now());
    const touching = utimes(path, now, now).then(() => true);
    return (await unlessMissing(touching, missingPathCodes)) ?? false;
  }

  /** Deletes partial files of crashes, and the least recently used files until the size is within the limit. */
  async #evict(keptPath: string): Promise<void> {
    const { folder, maxBytes, clock } = this.#options;
    const files: { path: string; usedAtMs: number; byteLength: number }[] = [];
    for (const name of (await unlessMissing(readdir(folder, { recursive: true }), missingPathCodes)) ?? []) {
      const path = join(folder, name);
      const found = await unlessMissing(stat(path), missingPathCodes);
      if (found?.isFile()) files.push({ path, usedAtMs: found.mtimeMs, byteLength: found.size });
    }
    files.sort((a, b) => a.usedAtMs - b.usedAtMs);
    let totalBytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    for (const { path, usedAtMs, byteLength } of files) {
      const unusedMs = clock.now() - usedAtMs;
      const isOrphan = path.endsWith('.part') && unusedMs > orphanMs;
      if (!isOrphan && (totalBytes <= maxBytes || path === keptPath || unusedMs < inUseMs)) continue;
      // Windows refuses it while another program has the file open: the next one has to make room.
      const deleting = removePath(path).then(() => byteLength);
      totalBytes -= await deleting.catch(() => 0);
    }
  }
}

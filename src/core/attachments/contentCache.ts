import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentInfo } from '../api/contentInfo.ts';
import type { Clock } from '../base/clock.ts';
import { isCancelled } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { raceAbort } from '../base/raceAbort.ts';

/** One attachment of one account, as its head described it: another version of it has another place. */
export interface CachedContent {
  readonly accountId: string;
  readonly url: string;
  readonly info: ContentInfo;
}

/** Brings the bytes to a file that is not there yet, whole or not at all. */
export type FetchContent = (path: string, signal: AbortSignal) => Promise<unknown>;

export interface ContentCacheOptions {
  /** One folder for each account is made in it. */
  readonly folder: string;
  /** When it is more, what was used longest ago is deleted. */
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** What was used so lately may still be read by somebody. */
const inUseMs = 5 * 60_000;
/** A part that has not grown for so long is of a window that crashed. */
const leftoverMs = 24 * 60 * 60_000;

interface Arrival {
  readonly path: Promise<string>;
  readonly abort: AbortController;
  waiting: number;
}

/** Attachments that were opened, as files of this disk: several windows share them, and no more than so many bytes stay. */
export class ContentCache {
  readonly #options: ContentCacheOptions;
  readonly #arrivals = new Map<string, Arrival>();

  constructor(options: ContentCacheOptions) {
    this.#options = options;
  }

  /**
   * The path of the content's file, brought here first when it is missing: once for everybody in this window who asks
   * meanwhile. It is given up when all of them have given up. The path is good for reading at once, not for keeping.
   */
  async get(content: CachedContent, bring: FetchContent, signal?: AbortSignal): Promise<string> {
    const path = this.#pathOf(content);
    let arrival = this.#arrivals.get(path);
    if (arrival === undefined || arrival.abort.signal.aborted) {
      arrival = this.#begin(path, bring);
      this.#arrivals.set(path, arrival);
    }
    arrival.waiting++;
    try {
      return await raceAbort(arrival.path, signal);
    } finally {
      arrival.waiting--;
      if (arrival.waiting === 0) arrival.abort.abort();
    }
  }

  /** Forgets what belongs to other accounts than these: they have signed out. */
  async keepOnly(accountIds: ReadonlySet<string>): Promise<void> {
    const { folder } = this.#options;
    for (const name of await entriesOf(folder)) {
      if (!accountIds.has(name)) await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  #pathOf({ accountId, url, info }: CachedContent): string {
    const version = `${info.entityTag ?? ''} ${info.byteLength ?? ''}`;
    const name = createHash('sha256').update(`${url}\n${version}`).digest('base64url');
    return join(this.#options.folder, accountId, `${name}.bin`);
  }

  #begin(path: string, bring: FetchContent): Arrival {
    const abort = new AbortController();
    const arrive = async (): Promise<string> => {
      if (await this.#touch(path)) return path;
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
      await bring(path, abort.signal);
      await this.#makeRoom(path);
      return path;
    };
    const arrived = arrive().finally(() => {
      if (this.#arrivals.get(path)?.abort === abort) this.#arrivals.delete(path);
    });
    arrived.catch((error: unknown) => {
      // Who still waits hears of it; after the last one has gone, only the log does.
      if (!isCancelled(error)) this.#options.log.warn(`an attachment did not arrive: ${error}`);
    });
    return { path: arrived, abort, waiting: 0 };
  }

  /** Notes the use of a file. @returns whether it is there */
  async #touch(path: string): Promise<boolean> {
    const now = new Date(this.#options.clock.now());
    try {
      await utimes(path, now, now);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Deletes what was used longest ago, and parts that a crash left, until the rest is small enough. */
  async #makeRoom(keptPath: string): Promise<void> {
    const { folder, maxBytes, clock } = this.#options;
    const files: { path: string; usedAtMs: number; byteLength: number }[] = [];
    for (const account of await entriesOf(folder)) {
      for (const name of await entriesOf(join(folder, account))) {
        const path = join(folder, account, name);
        const found = await stat(path).catch(undefinedIfMissing);
        if (found?.isFile()) files.push({ path, usedAtMs: found.mtimeMs, byteLength: found.size });
      }
    }
    files.sort((a, b) => a.usedAtMs - b.usedAtMs);
    let totalBytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    for (const { path, usedAtMs, byteLength } of files) {
      const unusedMs = clock.now() - usedAtMs;
      const isLeftover = path.endsWith('.part') && unusedMs > leftoverMs;
      if (!isLeftover && (totalBytes <= maxBytes || path === keptPath || unusedMs < inUseMs)) continue;
      await rm(path, { force: true });
      totalBytes -= byteLength;
    }
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(undefinedIfMissing)) ?? [];
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code === 'ENOENT' || code === 'ENOTDIR';
}

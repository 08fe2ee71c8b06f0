import { stat } from 'node:fs/promises';
import { Uri } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import { type ContentInfo, maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { DownloadTooLargeError } from '../../core/api/errors.ts';
import { ContentCache } from '../../core/attachments/contentCache.ts';
import { downloadContent } from '../../core/attachments/downloadContent.ts';
import { safeFileName } from '../../core/attachments/safeFileName.ts';
import type { AccountStore } from '../../core/auth/accountStore.ts';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import { SignInRequiredError } from '../../core/auth/errors.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import type { AttachmentAddress } from './attachmentUri.ts';
import { type OnReceived, withDownloadProgress } from './downloadProgress.ts';

/** What bringing attachments here needs. */
export interface AttachmentSourcePorts {
  readonly connection: ServiceConnection;
  readonly accounts: AccountStore;
  readonly active: ActiveAccount;
  readonly clock: Clock;
  readonly log: Log;
  /** The extension's own folder. */
  readonly storage: Uri;
}

/** What was opened and may be opened again without asking the service; above it, what was used longest ago goes. */
const maxCachedBytes = 500 * 1024 * 1024;
/** An editor asks for the size of a file again and again. */
const metadataLifetimeMs = 60_000;
const maxCachedMetadata = 200;

/** The editor takes a file whole into its memory: a larger one is only saved to the disk. */
export const maxOpenedBytes = 20 * 1024 * 1024;

/** How the bytes of an attachment are fetched. */
interface FetchOptions {
  readonly signal?: AbortSignal;
  readonly onReceived?: OnReceived;
  /** A larger file is a `DownloadTooLargeError`. `maxOpenedBytes` where it is absent. */
  readonly maxBytes?: number;
}

/** The attachments of the account in use: their heads, and their bytes on this disk. */
export class AttachmentSource implements Disposable {
  readonly #ports: AttachmentSourcePorts;
  readonly #cache: ContentCache;
  readonly #subscription: Disposable;
  /** Aborted when the account signs out, by account. */
  readonly #signOuts = new Map<string, AbortController>();
  readonly #fetching = new Map<string, Promise<string>>();
  readonly #metadata = new Map<string, { readonly info: ContentInfo; readonly atMs: number }>();

  constructor(ports: AttachmentSourcePorts) {
    this.#ports = ports;
    const { storage, clock, log, accounts } = ports;
    const folder = Uri.joinPath(storage, 'attachments').fsPath;
    this.#cache = new ContentCache({ folder, maxBytes: maxCachedBytes, clock, log });
    this.#subscription = accounts.onDidChange(({ removed }) => {
      for (const { id } of removed) this.#endTransfers(id);
      this.#forgetSignedOut().catch((error: unknown) => log.error('opened attachments could not be removed', error));
    });
  }

  /** The address of an attachment of a message, named by its head. */
  async addressOf(url: string, signal?: AbortSignal): Promise<AttachmentAddress & { readonly info: ContentInfo }> {
    const account = await this.#ports.active.get();
    if (account === undefined) throw new SignInRequiredError('signed-out');
    const info = await this.metadataOf({ accountId: account.id, url }, signal);
    return { accountId: account.id, url, name: safeFileName(info.fileName, 'attachment'), info };
  }

  /** The head, asked for at most once in a while. @throws {SignInRequiredError} for an account that is not in use */
  async metadataOf(address: Pick<AttachmentAddress, 'accountId' | 'url'>, signal?: AbortSignal): Promise<ContentInfo> {
    const key = `${address.accountId} ${address.url}`;
    const nowMs = this.#ports.clock.now();
    const known = this.#metadata.get(key);
    if (known !== undefined && nowMs - known.atMs < metadataLifetimeMs) return known.info;
    const info = await (await this.#clientOf(address)).headContent(address.url, signal);
    this.#metadata.delete(key);
    this.#metadata.set(key, { info, atMs: nowMs });
    for (const oldest of this.#metadata.keys())
      if (this.#metadata.size > maxCachedMetadata) this.#metadata.delete(oldest);
    return info;
  }

  /** A file of this disk with the bytes, good for reading at once. It comes from the service when it is not there yet. */
  async fileOf(address: AttachmentAddress, options: FetchOptions = {}): Promise<string> {
    const { signal, onReceived, maxBytes = maxOpenedBytes } = options;
    const [client, info] = await Promise.all([this.#clientOf(address), this.metadataOf(address, signal)]);
    const { clock } = this.#ports;
    const fetching = { clock, onProgress: onReceived, overwrite: true, maxByteLength: maxBytes };
    const path = await this.#cache.get(
      { ...address, info },
      (target, ended) =>
        downloadContent(client, address.url, target, { ...fetching, signal: this.#transferSignal(address, ended) }),
      signal,
    );
    // It may have been brought here under a larger limit.
    if ((await stat(path)).size > maxBytes) throw new DownloadTooLargeError(maxBytes);
    return path;
  }

  /** The same under a notice with its bytes and Cancel where it takes a moment: one notice a file, however often it is asked for. */
  fetchWithProgress(address: AttachmentAddress): Promise<string> {
    const key = `${address.accountId} ${address.url}`;
    const known = this.#fetching.get(key);
    if (known !== undefined) return known;
    const fetching = withDownloadProgress(address.name, (signal, onReceived) =>
      this.fileOf(address, { signal, onReceived }),
    );
    this.#fetching.set(key, fetching);
    return fetching.finally(() => this.#fetching.delete(key));
  }

  /** Brings the bytes straight to a file of the user's, whole or not at all. */
  async saveTo(path: string, address: AttachmentAddress, signal: AbortSignal, onReceived: OnReceived): Promise<void> {
    const client = await this.#clientOf(address);
    const { clock } = this.#ports;
    await downloadContent(client, address.url, path, {
      clock,
      signal: this.#transferSignal(address, signal),
      onProgress: onReceived,
      overwrite: true,
      maxByteLength: maxAttachmentBytes,
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #clientOf({ accountId }: Pick<AttachmentAddress, 'accountId'>): Promise<ServiceClient> {
    const account = await this.#ports.active.get();
    // Another account must not be asked in its place: it may not see the room, and would tell who asks.
    if (account?.id !== accountId) throw new SignInRequiredError('signed-out');
    return this.#ports.connection.client();
  }

  /** Aborts when the transfer is given up, or its account signs out. */
  #transferSignal({ accountId }: AttachmentAddress, signal: AbortSignal | undefined): AbortSignal {
    const signOut = this.#signOuts.get(accountId) ?? new AbortController();
    this.#signOuts.set(accountId, signOut);
    return signal === undefined ? signOut.signal : AbortSignal.any([signal, signOut.signal]);
  }

  #endTransfers(accountId: string): void {
    this.#signOuts.get(accountId)?.abort();
    this.#signOuts.delete(accountId);
  }

  async #forgetSignedOut(): Promise<void> {
    const accounts = await this.#ports.accounts.list();
    await this.#cache.keepOnly(new Set(accounts.map(({ id }) => id)));
  }
}

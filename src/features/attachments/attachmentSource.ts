import { l10n, Uri } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import { type ContentInfo, maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { DownloadTooLargeError } from '../../core/api/errors.ts';
import { downloadContent } from '../../core/attachments/downloadContent.ts';
import { safeFileName } from '../../core/attachments/fileNames.ts';
import { SignInRequiredError } from '../../core/auth/errors.ts';
import { dropOldest } from '../../core/base/dropOldest.ts';
import type { Services } from '../../host/services.ts';
import { withLateProgress } from '../../host/ui/cancellableProgress.ts';
import { byteText } from '../../host/vscode/formats.ts';
import type { AttachmentAddress } from '../../host/vscode/uris.ts';
import { statFile } from '../../platform/files/localFile.ts';
import { saveBody } from '../../platform/files/saveBody.ts';
import { ContentCache } from '../../platform/storage/contentCache.ts';

export type AttachmentSourcePorts = Pick<Services, 'connection' | 'accounts' | 'active' | 'clock' | 'log' | 'storage'>;

/** Size limit of the cache of opened attachments; above it, the least recently used are deleted. */
const maxCachedBytes = 500 * 1024 * 1024;

/** VS Code calls `stat` for a file again and again. */
const metadataLifetimeMs = 60_000;

const maxCachedMetadata = 200;

/** VS Code loads a whole file into memory. Larger files can only be saved to disk. */
export const maxOpenedBytes = 20 * 1024 * 1024;

interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onReceived?: OnReceived | undefined;
  /** Limit for the content; a larger file fails with `DownloadTooLargeError`. */
  readonly maxBytes?: number;
}

interface SaveOptions extends TransferOptions {
  /** Whether the user agreed to replace the file. Without it, an existing file is a `FileExistsError`. */
  readonly overwrite: boolean;
}

// decisions/0025
/** Metadata and cached content of the attachments of the active account. */
export class AttachmentSource {
  readonly #ports: AttachmentSourcePorts;
  readonly #cache: ContentCache;
  /** Aborts the transfers of an account that signs out. Key: account id. */
  readonly #signOuts = new Map<string, AbortController>();
  readonly #fetching = new Map<string, Promise<string>>();
  readonly #metadata = new Map<string, { readonly info: ContentInfo; readonly atMs: number }>();

  constructor(ports: AttachmentSourcePorts) {
    this.#ports = ports;
    const { storage, clock } = ports;
    const folder = Uri.joinPath(storage, 'attachments').fsPath;
    this.#cache = new ContentCache({ folder, maxBytes: maxCachedBytes, clock });
  }

  /** Ends the transfers of accounts that have signed out, and deletes the files of all accounts that are not signed in. */
  async forget(accountIds: ReadonlySet<string>): Promise<void> {
    for (const id of accountIds) {
      this.#signOuts.get(id)?.abort();
      this.#signOuts.delete(id);
    }
    const signedIn = await this.#ports.accounts.list();
    await this.#cache.keepOnly(new Set(signedIn.map(({ id }) => id)));
  }

  /** The address of an attachment, with the file name from its metadata. */
  async addressOf(url: string, signal?: AbortSignal): Promise<AttachmentAddress & { readonly info: ContentInfo }> {
    const account = await this.#ports.active.get();
    if (account === undefined) throw new SignInRequiredError('signed-out');
    const info = await this.metadataOf({ accountId: account.id, url }, signal);
    return { accountId: account.id, url, name: safeFileName(info.fileName, 'attachment'), info };
  }

  /** The metadata, cached for `metadataLifetimeMs`. @throws {SignInRequiredError} for an account that is not in use */
  async metadataOf(address: Pick<AttachmentAddress, 'accountId' | 'url'>, signal?: AbortSignal): Promise<ContentInfo> {
    const key = `${address.accountId} ${address.url}`;
    const nowMs = this.#ports.clock.now();
    const known = this.#metadata.get(key);
    if (known !== undefined && nowMs - known.atMs < metadataLifetimeMs) return known.info;
    const info = await (await this.#clientOf(address)).headContent(address.url, signal);
    this.#metadata.delete(key);
    this.#metadata.set(key, { info, atMs: nowMs });
    dropOldest(this.#metadata, maxCachedMetadata);
    return info;
  }

  /**
   * The path of a local file with the content, which is downloaded if it is not cached. Read it at once: the cache may
   * delete it.
   */
  async fileOf(
    address: AttachmentAddress,
    { signal, onReceived, maxBytes = maxOpenedBytes }: TransferOptions = {},
  ): Promise<string> {
    const [info] = await Promise.all([this.metadataOf(address, signal), this.#clientOf(address)]);
    const path = await this.#cache.get({ ...address, info }, (target) =>
      this.saveTo(target, address, { signal, onReceived, maxBytes, overwrite: true }),
    );
    // The file may have been cached under a larger limit.
    if ((await statFile(path)).byteLength > maxBytes) throw new DownloadTooLargeError(maxBytes);
    return path;
  }

  /** Like `fileOf`, with progress and Cancel if it takes a moment. Concurrent calls for one file share a download. */
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

  /** Downloads to a file, which is complete or not written at all. */
  async saveTo(
    path: string,
    address: AttachmentAddress,
    { signal, onReceived, maxBytes = maxAttachmentBytes, overwrite }: SaveOptions,
  ): Promise<void> {
    await downloadContent(await this.#clientOf(address), address.url, path, {
      save: saveBody,
      clock: this.#ports.clock,
      signal: this.#transferSignal(address, signal),
      onProgress: onReceived,
      overwrite,
      maxByteLength: maxBytes,
    });
  }

  async #clientOf({ accountId }: Pick<AttachmentAddress, 'accountId'>): Promise<ServiceClient> {
    const account = await this.#ports.active.get();
    // No request with another account: it may not be in the room, and the request would reveal it to the server.
    if (account?.id !== accountId) throw new SignInRequiredError('signed-out');
    return this.#ports.connection.client();
  }

  /** Aborts when the caller cancels the transfer or the account signs out. */
  #transferSignal({ accountId }: AttachmentAddress, signal: AbortSignal | undefined): AbortSignal {
    const signOut = this.#signOuts.get(accountId) ?? new AbortController();
    this.#signOuts.set(accountId, signOut);
    return signal === undefined ? signOut.signal : AbortSignal.any([signal, signOut.signal]);
  }
}

type OnReceived = (receivedBytes: number, totalBytes: number | undefined) => void;

/** Downloads an attachment, with progress and Cancel if it takes a moment. */
export function withDownloadProgress<T>(
  name: string,
  download: (signal: AbortSignal, onReceived: OnReceived) => Promise<T>,
): Promise<T> {
  return withLateProgress(l10n.t('Downloading {0}', name), (signal, report) =>
    download(signal, (receivedBytes, totalBytes) => {
      const soFar = byteText(receivedBytes);
      if (totalBytes === undefined) report(soFar);
      else report(l10n.t('{0} of {1}', soFar, byteText(totalBytes)), receivedBytes / Math.max(totalBytes, 1));
    }),
  );
}

import { readFile } from 'node:fs/promises';
import {
  EventEmitter,
  FilePermission,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  type Uri,
} from 'vscode';
import { ServiceError } from '../../core/api/errors.ts';
import { SignInRequiredError } from '../../core/auth/errors.ts';
import { anyFailureWords } from '../../host/words/failureWords.ts';
import type { AttachmentSource } from './attachmentSource.ts';
import { type AttachmentAddress, parseAttachmentUri } from './attachmentUri.ts';

/** Attachments as files that can be looked at and not changed ("Content file": the head first, then the bytes). */
export class AttachmentFiles implements FileSystemProvider {
  readonly #source: AttachmentSource;
  readonly #changes = new EventEmitter<never[]>();
  /** Never fires: what was posted stays as it is. */
  readonly onDidChangeFile = this.#changes.event;

  constructor(source: AttachmentSource) {
    this.#source = source;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const address = addressOf(uri);
    const { byteLength } = await told(uri, this.#source.headOf(address));
    return { type: FileType.File, ctime: 0, mtime: 0, size: byteLength ?? 0, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return told(
      uri,
      this.#source.fileOf(addressOf(uri)).then((path) => readFile(path)),
    );
  }

  watch(): { dispose(): void } {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }
}

function addressOf(uri: Uri): AttachmentAddress {
  const address = parseAttachmentUri(uri);
  if (address === undefined) throw FileSystemError.FileNotFound(uri);
  return address;
}

/** The editor shows what a file system says of a failure: it gets the sentence everybody else gets. */
async function told<T>(uri: Uri, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) {
      throw FileSystemError.FileNotFound(uri);
    }
    const { sentence } = anyFailureWords(error);
    if (error instanceof SignInRequiredError) throw FileSystemError.NoPermissions(sentence);
    throw FileSystemError.Unavailable(sentence);
  }
}

import type { FilePart } from '../api/requestBody.ts';
import type { Disposable } from '../base/disposable.ts';
import type { SharedFile } from './shareRecord.ts';

export type SharedFileFacts = Pick<SharedFile, 'name' | 'mediaType'>;

/** The disk as the outbox uses it: records, copies of files that exist nowhere else, and the files to send. */
export interface ShareFiles {
  /** The ids of all records, in the order of the shares. */
  ids(): Promise<readonly string[]>;
  /** `undefined` if the record does not exist. */
  read(id: string): Promise<string | undefined>;
  /** Writes a record atomically. When this resolves, it survives a crash of the machine. */
  write(id: string, text: string): Promise<void>;
  /** Removes the record and its copy. */
  remove(id: string): Promise<void>;
  /** Stores the bytes of a file beside its record. */
  writeCopy(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  removeCopy(id: string): Promise<void>;
  copyPath(id: string): string;
  /** Size and time of a file to send. Rejects with the system's error. */
  stat(filePath: string): Promise<{ readonly byteLength: number; readonly mtimeMs: number }>;
  /** Opens a file to send. Rejects with the system's error. */
  open(filePath: string, facts: SharedFileFacts): Promise<FilePart>;
  /** Removes what crashed windows left: temporary files and copies without a record. */
  removeOrphans(nowMs: number): Promise<void>;
  /** Calls back when any window may have changed a record; without an id, if it is not known which one. */
  watch(onChange: (id?: string) => void): Disposable;
}

import { stat } from 'node:fs/promises';
import { type NewSharedFile, type ShareTarget, targetOf } from '../../core/outbox/newShare.ts';
import type { QueuedShare } from '../../core/outbox/outbox.ts';
import type { FileCheck } from '../../core/secrets/secretScanner.ts';
import { enqueueShare } from './enqueueShare.ts';
import type { FileSource } from './fileSource.ts';
import { type OutgoingFiles, reviewFiles } from './reviewSecrets.ts';
import type { SharePorts } from './sharePorts.ts';

/** A file to send: its record in the outbox, or the error that prevented it. */
export interface QueuedFile {
  readonly name: string;
  readonly byteLength: number;
  /** `undefined` if the user does not want to send it. */
  readonly share?: QueuedShare | undefined;
  readonly error?: unknown;
}

/** Files with records in the outbox, all of them written before the first is sent. */
export interface QueuedFiles {
  readonly room: ShareTarget;
  readonly files: readonly QueuedFile[];
}

/** Writes a record for each file. Never rejects: `sendFiles` reports the files that could not be queued. */
export async function enqueueFiles(
  ports: SharePorts,
  room: ShareTarget,
  files: readonly FileSource[],
  text: string | undefined,
): Promise<QueuedFiles> {
  const queued: QueuedFile[] = [];
  for (const file of files) queued.push(await enqueueFile(ports, room, file, text));
  return { room, files: queued };
}

/** Reviews the secrets, then writes the records. `undefined` if the user does not send the files. */
export async function enqueueReviewedFiles(
  ports: SharePorts,
  room: ShareTarget,
  outgoing: OutgoingFiles,
  checks: readonly FileCheck[] | undefined,
): Promise<QueuedFiles | undefined> {
  const reviewed = await reviewFiles(ports, outgoing, checks);
  return reviewed && enqueueFiles(ports, room, reviewed.files, reviewed.comment);
}

async function enqueueFile(
  ports: SharePorts,
  room: ShareTarget,
  file: FileSource,
  text: string | undefined,
): Promise<QueuedFile> {
  const { name, byteLength } = file;
  try {
    const content = { kind: 'file', file: await sharedFile(file), ...(text && { text }) } as const;
    const share = await enqueueShare(ports, { room: targetOf(room), name, content });
    return { name, byteLength: content.file.byteLength, share };
  } catch (error) {
    return { name, byteLength, error };
  }
}

/** The file with its current modification time: the outbox does not send a file that changed afterwards. */
async function sharedFile(file: FileSource): Promise<NewSharedFile> {
  const { name, mediaType, byteLength, open } = await file.open();
  const facts = { name, mediaType, byteLength };
  if (file.path !== undefined) {
    const { mtimeMs } = await stat(file.path);
    return { ...facts, source: { path: file.path, mtimeMs } };
  }
  const chunks: Uint8Array[] = [];
  // A chunk is valid only until the next one is requested.
  for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  return { ...facts, source: { bytes: Buffer.concat(chunks) } };
}

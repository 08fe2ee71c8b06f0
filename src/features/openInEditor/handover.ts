import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Uri } from 'vscode';
import { type RecordReader, temporaryValue } from '../../core/base/json.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { deleteFile } from '../../platform/files/deleteFile.ts';
import { handoverFile } from './watchHandover.ts';

/** A window opens its folder and starts extensions in this time. */
const maxAgeMs = 2 * 60_000;
const version = 1;

/** A link that one window gives to the window of another folder. */
export interface Handover {
  readonly folder: string;
  /** The fragment of the link. */
  readonly link: string;
  readonly atMs: number;
}

export async function giveHandover(storage: Uri, handover: Handover): Promise<void> {
  await mkdir(storage.fsPath, { recursive: true });
  await writeFile(handoverFile(storage), JSON.stringify({ version, ...handover }));
}

/**
 * Takes the link for one of these folders. The window that deletes the file takes it, so that only one window opens it.
 * @returns the fragment of the link; `undefined` if there is none, or it is for other folders or too old
 */
export async function takeHandover(
  storage: Uri,
  folders: readonly string[],
  nowMs: number,
): Promise<string | undefined> {
  const file = handoverFile(storage);
  // Another window may still write the text. This one gets the focus later.
  const handover = temporaryValue(await unlessMissing(readFile(file, 'utf8')), version, readHandover);
  if (handover === undefined || !folders.includes(handover.folder)) return undefined;
  const isTaken = await deleteFile(file);
  return isTaken && Math.abs(nowMs - handover.atMs) < maxAgeMs ? handover.link : undefined;
}

function readHandover(record: RecordReader): Handover {
  return { folder: record.string('folder'), link: record.string('link'), atMs: record.number('atMs') };
}

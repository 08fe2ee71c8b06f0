import type { Uri } from 'vscode';
import { number, object, type Shape, string } from '../../core/base/storage/recordShape.ts';
import { temporaryValue } from '../../core/base/storage/storedRecord.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { deleteFile } from '../../platform/files/deleteFile.ts';
import { readText } from '../../platform/files/localFile.ts';
import { relativePath } from '../../platform/files/relativePath.ts';
import { replaceFile } from '../../platform/files/replaceFile.ts';
import { handoverFile } from './watchHandover.ts';

/** A window opens its folder and starts extensions in this time. */
const maxAgeMs = 2 * 60_000;
const version = 1;

const readHandover = object({
  folder: string,
  /** The fragment of the link. */
  link: string,
  atMs: number,
});

/** A link that one window gives to the window of another folder. */
export interface Handover extends Shape<typeof readHandover> {}

export async function giveHandover(storage: Uri, handover: Handover): Promise<void> {
  await replaceFile(handoverFile(storage), JSON.stringify({ version, ...handover }));
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
  const handover = temporaryValue(await unlessMissing(readText(file)), version, readHandover);
  if (!handover || !folders.some((folder) => relativePath(folder, handover.folder) === '')) return undefined;
  const isTaken = await deleteFile(file);
  return isTaken && Math.abs(nowMs - handover.atMs) < maxAgeMs ? handover.link : undefined;
}

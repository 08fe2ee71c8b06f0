import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Uri } from 'vscode';
import { parseJsonObject } from '../../core/base/json.ts';
import { deleteFile, unlessMissing } from '../../core/base/storage/systemError.ts';
import { handoverFile } from './watchHandover.ts';

/** A window opens its folder and starts extensions in this time. */
const maxAgeMs = 2 * 60_000;

/** A link that one window gives to the window of another folder. */
export interface Handover {
  readonly folder: string;
  /** The fragment of the link. */
  readonly link: string;
  readonly atMs: number;
}

export async function giveHandover(storage: Uri, handover: Handover): Promise<void> {
  await mkdir(storage.fsPath, { recursive: true });
  await writeFile(handoverFile(storage), JSON.stringify(handover));
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
  const { folder, link, atMs } = parseHandover(await unlessMissing(readFile(file, 'utf8')));
  if (folder === undefined || link === undefined || !folders.includes(folder)) return undefined;
  const isTaken = await deleteFile(file);
  return isTaken && Math.abs(nowMs - (atMs ?? 0)) < maxAgeMs ? link : undefined;
}

/** Another window may still write the text. It gets the focus later. */
function parseHandover(text = ''): Partial<Handover> {
  const { folder, link, atMs } = parseJsonObject(text) ?? {};
  return {
    ...(typeof folder === 'string' && { folder }),
    ...(typeof link === 'string' && { link }),
    ...(typeof atMs === 'number' && { atMs }),
  };
}

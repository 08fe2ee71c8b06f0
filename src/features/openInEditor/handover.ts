import { access, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Disposable, type Uri, window } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { codeOf, unlessMissing } from '../../core/base/storage/systemError.ts';

const fileName = 'openInEditor.json';
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
  await writeFile(path.join(storage.fsPath, fileName), JSON.stringify(handover));
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
  const file = path.join(storage.fsPath, fileName);
  const { folder, link, atMs } = parseHandover(await unlessMissing(readFile(file, 'utf8')));
  if (folder === undefined || link === undefined || !folders.includes(folder)) return undefined;
  const isTaken = await unlink(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
  return isTaken && Math.abs(nowMs - (atMs ?? 0)) < maxAgeMs ? link : undefined;
}

/**
 * Calls `take` at the start of the window and when it gets the focus, if there is a link for some window. This is part of
 * the start of VS Code, so it only looks whether the file exists.
 */
export function watchHandover(storage: Uri, take: () => Promise<void>, log: Log): Disposable {
  const file = path.join(storage.fsPath, fileName);
  const look = (): void => {
    // The file is usually missing.
    const found = access(file).then(
      () => true,
      () => false,
    );
    found
      .then((isThere) => (isThere ? take() : undefined))
      .catch((error: unknown) => log.error('a link from another window could not be opened', error));
  };
  look();
  return window.onDidChangeWindowState(({ focused }) => {
    if (focused) look();
  });
}

function parseHandover(text: string | undefined): Partial<Handover> {
  if (text === undefined) return {};
  try {
    const { folder, link, atMs } = (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
    return {
      ...(typeof folder === 'string' && { folder }),
      ...(typeof link === 'string' && { link }),
      ...(typeof atMs === 'number' && { atMs }),
    };
  } catch (error) {
    // Another window may still write it. It gets the focus later.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

import { readdirSync, rmSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import type { DoorRecord } from '../../core/terminal/doorCall.ts';
import { relativePath } from '../files/relativePath.ts';
import { replaceFile } from '../files/replaceFile.ts';
import { commandFolder } from './commandFolder.ts';
import { isRunning, isSocketOfUser, readDoorRecord, socketParent } from './doorRecord.ts';

const recordFile = (storage: string, id: string): string => join(storage, 'terminal', 'windows', `${id}.json`);

/** Tells programs of the user where a window answers, with its key. Removes the records of windows that have crashed. */
export async function writeDoorRecord(storage: string, id: string, record: Omit<DoorRecord, 'pid'>): Promise<void> {
  // Each terminal that is opened leads here, mostly with the same record.
  await writeIfChanged(recordFile(storage, id), JSON.stringify({ ...record, pid: process.pid }));
  const folder = dirname(recordFile(storage, id));
  for (const name of readdirSync(folder)) {
    const stale = readDoorRecord(join(folder, name));
    if (stale === undefined || isRunning(stale.pid)) continue;
    // Another user may have taken the name of the folder meanwhile.
    if (isSocketOfUser(stale) && /^roomside-\w+$/.test(relativePath(socketParent(), dirname(stale.socket))))
      rmSync(dirname(stale.socket), { recursive: true, force: true });
    rmSync(join(folder, name), { force: true });
  }
}

/** The window has closed. A record that it wrote again after a reload stays. */
export function removeDoorRecord(storage: string, id: string, key: string): void {
  const file = recordFile(storage, id);
  if (readDoorRecord(file)?.key === key) rmSync(file, { force: true });
}

/**
 * Writes the command for the shells of all systems. It runs in the runtime of the editor, so that nothing has to be
 * installed, and in the version of the extension whose window was opened last.
 * @param script of this version
 */
export async function writeCommand(storage: string, script: string): Promise<void> {
  const folder = commandFolder(storage);
  const runtime = process.execPath;
  const main = join(folder, 'roomside.mjs');
  const start = `import { run } from ${JSON.stringify(pathToFileURL(script).href)};\n\nawait run(new URL('../windows/', import.meta.url));\n`;
  await writeIfChanged(main, start);
  const quoted = [runtime, main].map((path) => `'${path.replaceAll("'", "'\\''")}'`).join(' ');
  await writeIfChanged(join(folder, 'roomside'), `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted} "$@"\n`);
  await chmod(join(folder, 'roomside'), 0o700);
  if (process.platform !== 'win32') return;
  // By a variable, since a script has the encoding of the console, and the name of the user may have other characters.
  const { LOCALAPPDATA = '' } = process.env;
  const isBelow = LOCALAPPDATA !== '' && runtime.startsWith(LOCALAPPDATA);
  const program = isBelow ? `%LOCALAPPDATA%${runtime.slice(LOCALAPPDATA.length)}` : runtime.replaceAll('%', '%%');
  const lines = ['@echo off', 'setlocal', 'set ELECTRON_RUN_AS_NODE=1', `"${program}" "%~dp0roomside.mjs" %*`, ''];
  await writeIfChanged(join(folder, 'roomside.cmd'), lines.join('\r\n'));
}

async function writeIfChanged(file: string, text: string): Promise<void> {
  if ((await unlessMissing(readFile(file, 'utf8'))) !== text) await replaceFile(file, text);
}

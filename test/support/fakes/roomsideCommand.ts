import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, stop } from 'esbuild';
import { entriesFor } from '../../../esbuild.mjs';
import type { DoorAnswer, DoorCall } from '../../../src/core/terminal/doorCall.ts';
import { removeDoorRecord, writeCommand, writeDoorRecord } from '../../../src/platform/terminal/doorFiles.ts';
import { type DoorServer, listenAtDoor, type PipedFile } from '../../../src/platform/terminal/doorServer.ts';
import { projectRoot } from '../../unit/project/projectFiles.ts';
import { createTemporaryFolder } from '../harness/temporaryFolder.ts';
import { RecordingLog } from './recordingLog.ts';

type Answer = (call: DoorCall, piped: PipedFile | undefined, signal: AbortSignal) => Promise<DoorAnswer>;

/** The command as it is packaged, and windows that answer it, in the tests of a `describe`. */
export function useRoomsideCommand() {
  const folder = createTemporaryFolder('roomside command');
  const storage = path.join(folder.path, "stor'age");
  const doors: DoorServer[] = [];

  before(async () => {
    const entry = entriesFor(true, path.join(folder.path, 'dist')).find(({ entryNames }) => entryNames === 'roomside');
    await build(entry ?? assert.fail('no entry'));
    for (const name of ['package.json', 'l10n'])
      cpSync(path.join(projectRoot, name), path.join(folder.path, name), { recursive: true });
    await writeCommand(storage, path.join(folder.path, 'dist/roomside.mjs'));
  });
  afterEach(() => {
    for (const each of doors.splice(0)) {
      each.close();
      for (const id of ['window', 'other']) removeDoorRecord(storage, id, each.key);
    }
  });
  after(async () => {
    await stop();
    await folder.remove();
  });

  return {
    folder,
    storage,
    command: path.join(storage, 'terminal/bin/roomside'),
    /** The door of the window that was opened last. */
    door: () => doors.at(-1),
    /** Opens a window. @returns the calls that it gets */
    async open(answer: Answer = async () => ({ exit: 0, text: 'Sent' }), id = 'window', language = 'en') {
      const calls: (DoorCall & { readonly text?: string })[] = [];
      const door = await listenAtDoor({
        log: new RecordingLog(),
        async answer(call, piped, signal) {
          calls.push({ ...call, ...(piped && { text: readFileSync(piped.path, 'utf8') }) });
          return answer(call, piped, signal);
        },
      });
      doors.push(door);
      await writeDoorRecord(storage, id, { ...door, folders: [folder.path], language });
      return calls;
    },
  };
}

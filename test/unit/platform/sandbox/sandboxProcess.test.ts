import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProgramStartError } from '../../../../src/core/base/errors.ts';
import { startSandboxProcess } from '../../../../src/platform/sandbox/sandboxProcess.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';

/** Exits at once. Its output arrives later, as on a busy machine. */
const failing = `
const say = "setTimeout(() => console.error('the data file is in use'), 200)";
require('node:child_process').spawn(process.execPath, ['-e', say], { stdio: ['ignore', 'ignore', 'inherit'] });
process.exit(3);
`;

describe('startSandboxProcess', () => {
  const temporary = useTemporaryFolder();

  exceptOnWine('a program cannot write into a pipe').it(
    'reports the reason of a failed start even if it arrives after the exit',
    async () => {
      const program = path.join(temporary.path, 'failing.cjs');
      await writeFile(program, failing);
      const files = { program, dataFile: path.join(temporary.path, 'data', 'sandbox.db') };
      const starting = startSandboxProcess(files, 0, new RecordingLog());
      await assert.rejects(starting, ({ output }: ProgramStartError) => {
        assert.equal(output, 'the data file is in use (exit code 3)');
        return true;
      });
    },
  );

  it('starts whatever options Node has in this window', async () => {
    const program = path.join(temporary.path, 'ready.cjs');
    await writeFile(
      program,
      "process.send({ type: 'ready', origin: process.env.NODE_OPTIONS ?? 'none', controlKey: '' });",
    );
    const before = process.env.NODE_OPTIONS;
    process.env.NODE_OPTIONS = '--require ./missing.cjs';
    try {
      const files = { program, dataFile: path.join(temporary.path, 'data', 'sandbox.db') };
      const { origin, stop } = await startSandboxProcess(files, 0, new RecordingLog());
      stop();
      assert.equal(origin, 'none');
    } finally {
      if (before === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = before;
    }
  });
});

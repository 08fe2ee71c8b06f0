// Plain JavaScript: runs on the machine's own Node, before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { say, step } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { runNpm } from './runNpm.mjs';

const oldestNode = 20;
const projectNode = 24;

const majorOfThisNode = () => Number(process.versions.node.split('.')[0]);
const inModules = (/** @type {string[]} */ ...parts) => path.join(projectRoot, 'node_modules', ...parts);

/** The packages that a lock file names, but those for other systems, with what they are. */
function packagesIn(/** @type {string} */ lockFile) {
  /** @type {Record<string, { integrity?: string, optional?: boolean }>} */
  const packages = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const needed = Object.entries(packages).filter(([place, { optional }]) => place !== '' && !optional);
  return JSON.stringify(needed.map(([place, { integrity }]) => [place, integrity]).sort());
}

/** npm writes its hidden lock file last: an install that was interrupted has none. Their times say nothing: Git sets one. */
function packagesAreCurrent() {
  const installed = inModules('.package-lock.json');
  return existsSync(installed) && packagesIn(installed) === packagesIn(path.join(projectRoot, 'package-lock.json'));
}

/** The Node that the project pins, which comes as a package, so that a machine with an older one needs nothing else. */
function findProjectNode() {
  const packaged = inModules('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(packaged)) return packaged;
  if (majorOfThisNode() >= projectNode) return process.execPath;
  throw new Error(
    `Node ${projectNode} is missing in node_modules/node: its package fetches it in an install script. ` +
      'If npm ignores scripts, run "npm rebuild node --ignore-scripts=false" once.',
  );
}

/**
 * Installs the packages when they are missing or not those of the lock file.
 * @returns {Promise<string>} the Node that runs the rest
 */
async function setUp() {
  if (majorOfThisNode() < oldestNode) {
    throw new Error(`Node ${oldestNode} or newer is needed to begin with; this is Node ${process.versions.node}.`);
  }
  if (packagesAreCurrent()) say('packages are installed');
  else await step('npm ci', () => runNpm(['ci'], projectRoot));
  return findProjectNode();
}

/**
 * Sets up the checkout, then runs a TypeScript file under the project's Node with the arguments of this process.
 * Never returns: ends with the exit code of that run.
 * @param {URL} script
 */
export async function runAfterSetup(script) {
  const node = await setUp().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const searchPath = [path.dirname(node), inModules('.bin'), process.env[pathName]].join(path.delimiter);
  const child = spawn(node, [fileURLToPath(script), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [pathName]: searchPath },
  });
  // The terminal sends Ctrl+C to both; the child closes what it opened, and this process waits for it.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
  }
  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
  process.exit(exitCode);
}

// Plain JavaScript: runs on the machine's own Node, before anything is installed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

/** Variables of an outer `npm run` would affect ours; those for the registry must stay. */
const inherited =
  /^npm_(config_(registry|cache|cafile|ca|strict_ssl|https?[-_]proxy|proxy|noproxy|userconfig)|execpath)$/i;

/** Install scripts get no token of a publisher. */
const secret = /^(?:VSCE|OVSX)_PAT$/i;

function npmEnvironment() {
  const isKept = (/** @type {string} */ name) => !secret.test(name) && (!/^npm_/i.test(name) || inherited.test(name));
  const entries = Object.entries(process.env).filter(([name]) => isKept(name));
  const environment = Object.fromEntries(entries);
  const pathName = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  // Scripts of npm find "node" on PATH: it must be the one that runs this process.
  environment[pathName] = [path.dirname(process.execPath), environment[pathName]].join(path.delimiter);
  return environment;
}

/**
 * Runs npm and resolves with its standard output when it succeeded; the error contains all output of npm.
 * @param {string[]} args
 * @param {string} directory
 * @returns {Promise<string>}
 */
export async function runNpm(args, directory) {
  const execPath = process.env.npm_execpath;
  // Under pnpm or yarn npm_execpath is another tool's.
  const npmScript = execPath && /npm-cli\.[cm]?js$/.test(execPath) ? execPath : undefined;
  const allArgs = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: directory, env: npmEnvironment(), stdio: /** @type {const} */ (['ignore', 'pipe', 'pipe']) };
  const child = npmScript
    ? spawn(process.execPath, [npmScript, ...allArgs], options)
    : spawn('npm', allArgs, { ...options, shell: process.platform === 'win32' }); // npm is a .cmd file there
  let [printed, answer] = ['', ''];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  child.stdout.on('data', (text) => (answer += text));
  const exitCode = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (exitCode !== 0) throw new Error(`"npm ${args.join(' ')}" ended with code ${exitCode}\n${printed.trim()}`);
  return answer;
}

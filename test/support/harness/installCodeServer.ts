import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finishedFolder } from './finishedFolder.ts';
import { installCacheFolder } from './installCacheFolder.ts';
import { step } from './progress.mjs';
import { runNpm } from './runNpm.mjs';

/** VS Code 1.139.1: the real workbench and the real extension host, served to a browser, and wholly on npm. */
const codeServerVersion = '4.139.1';

/** Two modules of VS Code are native and would need a compiler; these are enough for a test machine. */
const watchdogModule = 'exports.start = () => {}; exports.exit = (code) => process.exit(code);\n';
const logModule = `const fs = require('fs'), path = require('path');
const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
class Logger {
  constructor(file) {
    this.file = file; this.level = 2; this.plain = false;
    fs.mkdirSync(path.dirname(file), { recursive: true }); fs.appendFileSync(file, '');
  }
  log(level, text) {
    if (level < this.level) return;
    const at = new Date(), stamp = new Date(at - at.getTimezoneOffset() * 60000).toISOString().replace('T', ' ').slice(0, 23);
    fs.appendFileSync(this.file, this.plain ? text : stamp + ' [' + names[level] + '] ' + text + '\\n');
  }
  trace(t) { this.log(0, t); } debug(t) { this.log(1, t); } info(t) { this.log(2, t); }
  warn(t) { this.log(3, t); } error(t) { this.log(4, t); } critical(t) { this.log(5, t); }
  getLevel() { return this.level; } setLevel(l) { this.level = l; } setPattern() {} clearFormatters() { this.plain = true; }
  flush() {} drop() {}
}
exports.version = 0; exports.setLevel = exports.setFlushOn = exports.shutdown = () => {}; exports.Logger = Logger;
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async (name, file) => new Logger(file);
`;

async function fill(folder: string): Promise<void> {
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  await step(`VS Code: code-server ${codeServerVersion} from npm`, () =>
    runNpm(['install', '--no-package-lock', '--ignore-scripts', `code-server@${codeServerVersion}`], folder),
  );
  // code-server's own install script does this too, but also compiles modules that nothing here uses. Not "npm ci": the
  // published list of versions lacks an optional package. The versions still come from that list.
  await step('VS Code: its dependencies from npm', () => runNpm(['install', '--omit=dev', '--ignore-scripts'], vscode));
  await step('VS Code: TypeScript for its built-in extensions', () =>
    runNpm(['install', '--omit=dev', '--ignore-scripts'], path.join(vscode, 'extensions')),
  );
  await writeFile(path.join(vscode, 'node_modules/@vscode/native-watchdog/index.js'), watchdogModule);
  await writeFile(path.join(vscode, 'node_modules/@vscode/spdlog/index.js'), logModule);
}

/** Installs VS Code for the browser once per version. Returns the script that starts it, to be run by the project's Node. */
export async function installCodeServer(): Promise<string> {
  const folder = await finishedFolder(path.join(installCacheFolder(), `code-server-${codeServerVersion}`), fill);
  return path.join(folder, 'node_modules/code-server/out/node/entry.js');
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './freePort.ts';
import { installCodeServer } from './installCodeServer.ts';
import { themeSettings } from './pictureTheme.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

const startTimeoutMs = 60_000;
const stopTimeoutMs = 5_000;

/** Keeps the workbench still: no network of its own, no chat, no welcome, nothing that appears late. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'chat.agentHost.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'window.commandCenter': false,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  'git.openRepositoryInParentFolders': 'never',
  'files.autoSave': 'off',
  // The shell of an account may be one without shell integration.
  'terminal.integrated.defaultProfile.linux': 'bash',
  // Notifications of ports that other programs open: VS Code shows no more than three notifications within 800 ms, and
  // puts others only into the list behind the bell.
  'remote.autoForwardPorts': false,
  // No second extension host in the browser: it costs a second of each window.
  'extensions.webWorker': false,
  ...themeSettings(),
};

/**
 * The extensions of VS Code that tests use: git, the languages of shared code, pictures, notebooks and themes. Each window
 * reads their manifests. The language servers of TypeScript, JSON and Markdown would cost more than a share.
 */
const usedExtensions = [
  ...['css', 'diff', 'html', 'ini', 'javascript', 'json', 'log', 'markdown-basics', 'python', 'ruby', 'rust'],
  ...['shellscript', 'typescript-basics', 'git', 'git-base', 'ipynb', 'media-preview', 'theme-defaults', 'theme-seti'],
];

export interface CodeServerOptions {
  /** Holds everything of this run: settings, extensions, logs. The caller keeps it as long as the state is needed. */
  readonly runFolder: string;
  readonly port?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Reaches the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
  /** With all extensions of VS Code, not only those that tests use. */
  readonly isForPerson?: boolean;
  /** Lets the workbench's address name an extension under development and its tests; hides notifications. */
  readonly testDriver?: boolean;
}

export interface CodeServer {
  readonly origin: string;
  readonly processId: number;
  readonly logFile: string;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** VS Code's and code-server's own variables would bend the server; sockets need a short folder name (107 characters at most). */
function serverEnvironment(home: string, temporaryFolder: string, more: Readonly<Record<string, string>>) {
  const foreign = /^(VSCODE_|ELECTRON_|CODE_SERVER_|CS_|XDG_|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    TMPDIR: temporaryFolder,
    EXTENSIONS_GALLERY: '{}', // no marketplace
    // The browser is on this machine and opens addresses of localhost as they are. With its default, code-server would lead
    // them through itself under another path; an address with a port in its host is no template it accepts.
    VSCODE_PROXY_URI: '',
    ...more,
  };
}

/** The folders of a run that VS Code gets. */
export function codeServerFolders(runFolder: string): { home: string; userData: string; extensions: string } {
  return {
    home: path.join(runFolder, 'home'),
    userData: path.join(runFolder, 'user-data'),
    extensions: path.join(runFolder, 'extensions'),
  };
}

/** Replaces the user's settings. */
export async function writeSettings(runFolder: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const file = path.join(codeServerFolders(runFolder).userData, 'User', 'settings.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
}

/** Extension hosts and terminals outlive the server, so the whole process group is ended. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // no process is left in the group
  }
}

async function untilAnswers(origin: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + startTimeoutMs;
  for (;;) {
    const isUp = await fetch(`${origin}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    if (child.exitCode !== null) throw new Error(`code-server ended with code ${child.exitCode}`);
    if (Date.now() > deadlineMs) throw new Error(`code-server gave no answer for ${startTimeoutMs / 1000} s`);
    await delay(100);
  }
}

/** The built-in extensions of a run: links to those of VS Code. @returns the folder */
async function linkExtensions(runFolder: string): Promise<string> {
  const installed = path.join(await installCodeServer(), '../../../lib/vscode/extensions');
  const folder = path.join(runFolder, 'built-in');
  await rm(folder, { recursive: true, force: true }); // a server that starts again in the folder of a run
  await mkdir(folder, { recursive: true });
  await Promise.all(usedExtensions.map((name) => symlink(path.join(installed, name), path.join(folder, name))));
  return folder;
}

async function spawnServer(options: CodeServerOptions, port: number, temporaryFolder: string): Promise<ChildProcess> {
  const serverScript = await installCodeServer();
  const { home, userData, extensions } = codeServerFolders(options.runFolder);
  await Promise.all([home, extensions].map((folder) => mkdir(folder, { recursive: true })));
  await writeSettings(options.runFolder, options.settings ?? {});
  const args = [
    ['--auth', 'none'],
    ['--bind-addr', `127.0.0.1:${port}`],
    ['--config', path.join(options.runFolder, 'code-server.yaml')],
    ['--user-data-dir', userData],
    ['--extensions-dir', extensions],
    options.isForPerson ? [] : ['--vscode-option', `builtin-extensions-dir=${await linkExtensions(options.runFolder)}`],
    ['--link-protection-trusted-domains', '*'],
    [
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--disable-getting-started-override',
    ],
    options.testDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : [],
  ];
  return spawn(process.execPath, [serverScript, ...args.flat()], {
    env: serverEnvironment(home, temporaryFolder, options.environment ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own
  });
}

/** Starts VS Code's server on loopback; installs it before when it is missing. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const port = options.port ?? (await freePort());
  const sockets = createTemporaryFolder('vsc-');
  const child = await spawnServer(options, port, sockets.path);
  const logFile = path.join(options.runFolder, 'server.log');
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  // Not 'close': extension hosts hold its output open.
  const ended = once(child, 'exit').then(() => undefined);
  const kill = (): void => signalGroup(child, 'SIGKILL');
  process.prependOnceListener('exit', kill); // before its folders are removed
  const stop = async (): Promise<void> => {
    signalGroup(child, 'SIGTERM');
    const timer = setTimeout(kill, stopTimeoutMs);
    await ended;
    clearTimeout(timer);
    kill();
    process.off('exit', kill);
    log.end();
    await sockets.remove();
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await untilAnswers(origin, child);
  } catch (error) {
    await stop();
    throw new Error(`code-server did not start:\n${await readFile(logFile, 'utf8')}`, { cause: error });
  }
  return { origin, processId: child.pid ?? 0, logFile, ended, stop };
}

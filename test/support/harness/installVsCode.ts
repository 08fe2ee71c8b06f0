import { findBrowser } from './findBrowser.ts';
import { installCodeServer } from './installCodeServer.ts';

/** Installs VS Code and a browser for it at once, if they are missing. Nothing else downloads afterwards. */
export async function installVsCode(): Promise<void> {
  await Promise.all([installCodeServer(), findBrowser()]);
}

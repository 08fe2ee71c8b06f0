import { findBrowser } from './findBrowser.ts';
import { installCodeServer } from './installCodeServer.ts';

/** Installs VS Code and a browser for it at once, where they are missing: afterwards nothing else downloads. */
export async function installVsCode(): Promise<void> {
  await Promise.all([installCodeServer(), findBrowser()]);
}

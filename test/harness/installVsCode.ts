import { findBrowser } from './findBrowser.ts';
import type { Browser } from './installChromium.ts';
import { installCodeServer } from './installCodeServer.ts';

export interface VsCode {
  /** The script that starts VS Code's server, to be run by the project's Node. */
  readonly serverScript: string;
  /** What shows its window. */
  readonly browser: Browser;
}

const installation = new Map<'started', Promise<VsCode>>();

/** Installs VS Code and a browser for it, where they are missing. The work is done once, however often it is asked for. */
export function installVsCode(): Promise<VsCode> {
  return installation.get('started') ?? begin();
}

function begin(): Promise<VsCode> {
  const both = Promise.all([installCodeServer(), findBrowser()]);
  const started = both.then(([serverScript, browser]) => ({ serverScript, browser }));
  installation.set('started', started);
  return started;
}

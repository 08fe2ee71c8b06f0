import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** What VS Code's server logs of each extension host: the beginning of the connection's token, and the process. */
const launched = /\[(\w{8})\]\[ExtensionHostConnection\] <(\d+)> Launched/g;

/**
 * The extension host of one window among several. VS Code starts others by itself, and that of a page that was left lives on
 * for a while, so it is recognized by the token its window connected with.
 */
export class WindowHost {
  readonly #logFile: string;
  /** Of the connections that the page has opened since it was loaded. */
  readonly #tokens = new Set<string>();

  constructor(page: Page, logFile: string) {
    this.#logFile = logFile;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#tokens.clear();
    });
    page.on('websocket', (socket) => {
      const token = new URL(socket.url()).searchParams.get('reconnectionToken');
      if (token !== null) this.#tokens.add(token.slice(0, 8));
    });
  }

  /** The process that was started last for the page as it is loaded now, if there is one. */
  async currentId(): Promise<number | undefined> {
    const log = await readFile(this.#logFile, 'utf8');
    const own = [...log.matchAll(launched)].filter(([, token = '']) => this.#tokens.has(token));
    const last = own.at(-1);
    return last && Number(last[2]);
  }
}

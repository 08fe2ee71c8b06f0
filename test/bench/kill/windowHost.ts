import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** A log line of VS Code's server for each extension host: the beginning of the token of the connection, and the process. */
const launched = /\[(\w{8})\]\[ExtensionHostConnection\] <(\d+)> Launched/g;

/**
 * The extension host of one window among several. VS Code starts others itself, and that of a closed page stays alive for a
 * while. So it is identified by the token of the connection of its window.
 */
export class WindowHost {
  readonly #logFile: string;
  /** The tokens of the connections since the page was loaded. */
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

  /** The newest process for the current page, if there is one. */
  async currentId(): Promise<number | undefined> {
    const log = await readFile(this.#logFile, 'utf8');
    const own = [...log.matchAll(launched)].filter(([, token = '']) => this.#tokens.has(token));
    const last = own.at(-1);
    return last && Number(last[2]);
  }
}

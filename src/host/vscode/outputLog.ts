import { type LogOutputChannel, window } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';

/** The log as an output channel, created for the first line. */
export class OutputLog implements Log, Disposable {
  #channel: LogOutputChannel | undefined;

  get #open(): LogOutputChannel {
    this.#channel ??= window.createOutputChannel('Roomside', { log: true });
    return this.#channel;
  }

  debug(message: string): void {
    this.#open.debug(message);
  }

  info(message: string): void {
    this.#open.info(message);
  }

  warn(message: string): void {
    this.#open.warn(message);
  }

  error(message: string, error?: unknown): void {
    const cause = error instanceof Error ? (error.stack ?? error.message) : error;
    this.#open.error(cause === undefined ? message : `${message}\n${String(cause)}`);
  }

  show(): void {
    this.#open.show(true);
  }

  dispose(): void {
    this.#channel?.dispose();
  }
}

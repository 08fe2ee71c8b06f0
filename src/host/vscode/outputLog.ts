import { type LogOutputChannel, window } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';

export interface OutputLog extends Log, Disposable {
  show(): void;
}

/** The log as an output channel, created for the first line. */
export function openOutputLog(): OutputLog {
  let channel: LogOutputChannel | undefined;
  const open = (): LogOutputChannel => (channel ??= window.createOutputChannel('Roomside', { log: true }));
  const write = (level: 'debug' | 'info' | 'warn' | 'error', message: string): void => {
    const output = open();
    // Some editors have channels without levels.
    if (typeof output[level] === 'function') output[level](message);
    else output.appendLine(`[${level}] ${message}`);
  };
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error(message, error) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : error;
      write('error', cause === undefined ? message : `${message}\n${String(cause)}`);
    },
    show: () => open().show(true),
    dispose: () => channel?.dispose(),
  };
}

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
  return {
    debug: (message) => open().debug(message),
    info: (message) => open().info(message),
    warn: (message) => open().warn(message),
    error(message, error) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : error;
      open().error(cause === undefined ? message : `${message}\n${String(cause)}`);
    },
    show: () => open().show(true),
    dispose: () => channel?.dispose(),
  };
}

import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';

/**
 * Registers one part of the extension with VS Code. An editor that lacks this part of the API, or refuses it, loses the part
 * and nothing else: forks of VS Code and editors with its API leave some of it out.
 * @param part its name in the log
 */
export function registerPart(log: Pick<Log, 'warn'>, part: string, register: () => Disposable): Disposable {
  try {
    return register();
  } catch (error) {
    log.warn(`this editor has no ${part}: ${(error as Error).message}`);
    return { dispose: () => undefined };
  }
}

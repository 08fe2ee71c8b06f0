import type { CommandHandlers } from '../../host/commandIds.ts';
import type { OutputLog } from '../../host/outputLog.ts';

/** "Show Log". */
export function createLogCommands(log: OutputLog): CommandHandlers<'roomside.showLog'> {
  return { 'roomside.showLog': () => log.show() };
}

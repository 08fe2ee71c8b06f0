import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { type CommandHandlers, commandIds } from './commandIds.ts';
import type { FailureReport } from './failureReport.ts';

/** Registers every command, each behind the one funnel for failure. */
export function registerCommands(handlers: CommandHandlers, failures: FailureReport): Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    const run = async (...args: unknown[]): Promise<void> => {
      try {
        await handlers[id](...args);
      } catch (error) {
        // Not awaited: the command is over, and the notification may stay for as long as the user likes.
        void failures.show(error);
      }
    };
    store.add(commands.registerCommand(id, run));
  }
  return store;
}

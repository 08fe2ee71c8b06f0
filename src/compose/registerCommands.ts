import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { type CommandId, commandIds } from '../host/commands/commandIds.ts';

/** Runs a command: loads its feature and reports its error. Never rejects. */
export type RunCommand = (id: CommandId, args: readonly unknown[]) => Promise<void>;

export function registerCommands(run: RunCommand): Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    store.add(commands.registerCommand(id, (...args: unknown[]) => run(id, args)));
  }
  return store;
}

import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { Lazy } from '../core/base/lazy.ts';
import { type CommandHandlers, type CommandId, commandIds, featureOfCommand } from '../host/commands/commandIds.ts';
import type { LoadedServices } from './createServices.ts';
import type { Features } from './features.ts';

/** Registers all commands. Each loads its feature when it runs. */
export function registerCommands(services: Lazy<LoadedServices>, features: Features): Disposable {
  const store = new DisposableStore();
  for (const id of commandIds) {
    store.add(commands.registerCommand(id, (...args: unknown[]) => runCommand(services, features, id, args)));
  }
  return store;
}

/** The features that handle commands. */
type FeatureWith<Id extends CommandId> = {
  [Name in keyof Features]: Awaited<ReturnType<Features[Name]>> extends { readonly commands: CommandHandlers<Id> }
    ? Name
    : never;
}[keyof Features];

/** The type makes sure that the feature of each command handles it. */
const featureOf: { readonly [Id in CommandId]: FeatureWith<Id> } = featureOfCommand;

/** Loads the feature of a command, runs the command and reports its error. Rejects only when loading fails. */
async function runCommand(
  services: Lazy<LoadedServices>,
  features: Features,
  id: CommandId,
  args: readonly unknown[],
): Promise<void> {
  const feature: Lazy<{ readonly commands: Partial<CommandHandlers> }> = features[featureOf[id]];
  const { commands: handlers } = await feature();
  try {
    await handlers[id]?.(...args);
  } catch (error) {
    const { errors } = await services();
    // Not awaited: the command is finished, and the notification may stay open.
    void errors.report(error);
  }
}

import type { Lazy } from '../core/base/lazy.ts';
import type { CommandHandlers, CommandId } from '../host/commands/commandIds.ts';
import { featureOfCommand } from './featureOfCommand.ts';
import type { Features } from './features.ts';
import type { Services } from './services.ts';

/** Loads the feature of a command, runs the command and reports its error. Rejects only when loading fails. */
export async function runCommand(
  services: Lazy<Services>,
  features: Features,
  id: CommandId,
  args: readonly unknown[],
): Promise<void> {
  const feature: Lazy<{ readonly commands: Partial<CommandHandlers> }> = features[featureOfCommand[id]];
  const { commands } = await feature();
  try {
    await commands[id]?.(...args);
  } catch (error) {
    const { errors } = await services();
    // Not awaited: the command is finished, and the notification may stay open.
    void errors.report(error);
  }
}

import { type Command, commands } from 'vscode';
import type { WayOut } from './words.ts';

const commandOf: Readonly<Record<Exclude<WayOut, 'retry'>, Omit<Command, 'title'>>> = {
  signIn: { command: 'roomside.signIn' },
  openSettings: { command: 'workbench.action.openSettings', arguments: ['@ext:roomside.roomside'] },
  changeScopePrefix: {
    command: 'workbench.action.openSettings',
    arguments: ['@id:roomside.service.scopePrefix'],
  },
  diagnose: { command: 'roomside.diagnoseConnection' },
  showLog: { command: 'roomside.showLog' },
};

/** The command behind a way out. What trying again means, only the one who failed knows. */
export function wayOutCommand(way: Exclude<WayOut, 'retry'>): Omit<Command, 'title'> {
  return commandOf[way];
}

/** Takes a way out. */
export async function takeWayOut(way: Exclude<WayOut, 'retry'>): Promise<void> {
  const { command, arguments: args = [] } = wayOutCommand(way);
  await commands.executeCommand(command, ...args);
}

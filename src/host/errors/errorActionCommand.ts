import { type Command, commands } from 'vscode';
import type { ErrorAction } from './errorMessage.ts';

const commandOf: Readonly<Record<Exclude<ErrorAction, 'retry'>, Omit<Command, 'title'>>> = {
  signIn: { command: 'roomside.signIn' },
  openSettings: { command: 'workbench.action.openSettings', arguments: ['@ext:roomside.roomside'] },
  changeScopePrefix: {
    command: 'workbench.action.openSettings',
    arguments: ['@id:roomside.service.scopePrefix'],
  },
  diagnose: { command: 'roomside.diagnoseConnection' },
  showLog: { command: 'roomside.showLog' },
};

/** The command of an action. Only the caller that failed can retry. */
export function errorActionCommand(action: Exclude<ErrorAction, 'retry'>): Omit<Command, 'title'> {
  return commandOf[action];
}

export async function runErrorAction(action: Exclude<ErrorAction, 'retry'>): Promise<void> {
  const { command, arguments: args = [] } = errorActionCommand(action);
  await commands.executeCommand(command, ...args);
}

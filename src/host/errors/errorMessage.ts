import { type Command, commands, l10n } from 'vscode';

/** An action that an error notification can offer. */
export type ErrorAction = 'retry' | 'signIn' | 'openSettings' | 'changeScopePrefix' | 'diagnose' | 'showLog';

/** The text of an error, and what the user can do about it. */
export interface ErrorMessage {
  readonly sentence: string;
  readonly actions: readonly ErrorAction[];
}

/** The label of an action, as a button or a tree item shows it. */
export function errorActionLabel(action: ErrorAction): string {
  const labels = {
    retry: l10n.t('Try Again'),
    signIn: l10n.t('Sign In'),
    openSettings: l10n.t('Open Settings'),
    changeScopePrefix: l10n.t('Change Scope Prefix'),
    diagnose: l10n.t('Diagnose'),
    showLog: l10n.t('Show Log'),
  };
  return labels[action];
}

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

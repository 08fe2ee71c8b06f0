import { type Command, commands, l10n } from 'vscode';
import { oneLine } from '../vscode/formats.ts';

/** An action that an error notification can offer. */
export type ErrorAction = 'retry' | 'signIn' | 'openSettings' | 'changeScopePrefix' | 'diagnose' | 'showLog';

/** The text of an error, followed by what the user can do about it. */
export type ErrorDescription = readonly [sentence: string, ...actions: ErrorAction[]];

type Describe = (error: unknown) => ErrorDescription | undefined;

/** Describes the errors of a class, and no others. */
export function describing<E extends Error>(
  type: abstract new (...args: never[]) => E,
  describe: (error: E) => ErrorDescription | undefined,
): Describe {
  return (error) => (error instanceof type ? describe(error) : undefined);
}

/** Adds what the service itself says, as one line. */
export function withServiceText([sentence, ...actions]: ErrorDescription, text: string | undefined): ErrorDescription {
  const said = text?.trim();
  return said ? [`${sentence} ${l10n.t('The service says: {0}', oneLine(said))}`, ...actions] : [sentence, ...actions];
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

/** The command of each action. Only the caller that failed can retry. */
export const errorActionCommands: Readonly<Record<Exclude<ErrorAction, 'retry'>, Omit<Command, 'title'>>> = {
  signIn: { command: 'roomside.signIn' },
  openSettings: { command: 'workbench.action.openSettings', arguments: ['@ext:roomside.roomside'] },
  changeScopePrefix: {
    command: 'workbench.action.openSettings',
    arguments: ['@id:roomside.service.scopePrefix'],
  },
  diagnose: { command: 'roomside.diagnoseConnection' },
  showLog: { command: 'roomside.showLog' },
};

export async function runErrorAction(action: Exclude<ErrorAction, 'retry'>): Promise<void> {
  const { command, arguments: args = [] } = errorActionCommands[action];
  await commands.executeCommand(command, ...args);
}

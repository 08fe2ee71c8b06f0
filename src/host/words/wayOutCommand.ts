import type { Command } from 'vscode';
import type { WayOut } from './words.ts';

const commandOf: Readonly<Record<Exclude<WayOut, 'retry'>, Omit<Command, 'title'>>> = {
  signIn: { command: 'roomside.signIn' },
  openSettings: { command: 'workbench.action.openSettings', arguments: ['@ext:roomside.roomside'] },
  showLog: { command: 'roomside.showLog' },
};

/** The command behind a way out. What trying again means, only the one who failed knows. */
export function wayOutCommand(way: Exclude<WayOut, 'retry'>): Omit<Command, 'title'> {
  return commandOf[way];
}

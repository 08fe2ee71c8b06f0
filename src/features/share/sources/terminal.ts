import { commands, env, l10n, type Terminal, window } from 'vscode';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import { askBefore } from '../../../host/vscode/notifications.ts';
import { type ShareSource, shareableBlocks, showNothingToShare } from './shareSource.ts';
import type { EndedCommand } from './terminalHistory.ts';

/** "Share Last Command to Room…": the last finished command of the terminal, with output and exit code. */
export const lastCommandSource: ShareSource = async ([clicked], { terminals }) => {
  const terminal = terminalOf(clicked);
  const command = terminal && (await terminals.last(terminal));
  if (terminal !== undefined && command !== undefined) return shareableCommand(command, terminal.name);
  return showNothingToShare(
    l10n.t('No command has finished in this terminal since Roomside started, or shell integration is off.'),
  );
};

/** "Share Terminal Selection to Room…": the selected text of the terminal. */
export const terminalSelectionSource: ShareSource = async ([clicked]) => {
  const terminal = terminalOf(clicked);
  const selected = await selectedInTerminal();
  if (selected === undefined) return undefined;
  // Terminals have empty rows below their text.
  const text = selected.trimEnd();
  return shareableBlocks({
    name: terminal?.name ?? l10n.t('Terminal'),
    heading: [terminal?.name ?? 'Terminal', 'terminal selection'],
    blocks: [{ text, language: '' }],
    fileName: 'terminal.txt',
  });
};

/** The command is in its block, so that the heading does not repeat it. */
async function shareableCommand(
  { commandLine, output, isCut, isNewest, exitCode }: EndedCommand,
  terminalName: string,
) {
  const line = commandLine.trim();
  const [firstLine = ''] = line.split('\n');
  const name = firstLine.length > 60 ? `${firstLine.slice(0, 60)}…` : firstLine;
  const shown = await terminalText(output);
  const text = [line && `$ ${line}`, shown].filter((part) => part !== '').join('\n');
  return shareableBlocks({
    name: name || l10n.t('Command'),
    heading: [
      terminalName,
      'terminal command',
      exitCode === undefined ? '' : `exit code ${exitCode}`,
      isCut ? 'beginning of the output cut' : '',
    ],
    blocks: [{ text, language: 'console' }],
    fileName: 'terminal.txt',
    warnings: [
      // VS Code loses that of some commands that end at once.
      ...(shown === '' ? [l10n.t("VS Code didn't report any output of this command.")] : []),
      ...(isCut ? [l10n.t('The beginning of the output is no longer available.')] : []),
      ...(isNewest ? [] : [l10n.t("A later command isn't included: VS Code hasn't reported its end.")]),
    ],
  });
}

/** Menus pass the terminal; the Command Palette uses the active one. */
function terminalOf(clicked: unknown): Terminal | undefined {
  return window.terminals.find((terminal) => terminal === clicked) ?? window.activeTerminal;
}

/**
 * Reads the selection through the clipboard, the only stable API, and restores its text. Extensions cannot read or
 * restore other content, such as an image, so the user decides. `undefined` if the clipboard must not change.
 */
async function selectedInTerminal(): Promise<string | undefined> {
  const before = await env.clipboard.readText();
  if (before === '' && !(await mayReplaceClipboard())) return undefined;
  try {
    await env.clipboard.writeText('');
    await commands.executeCommand('workbench.action.terminal.copySelection');
    return await env.clipboard.readText();
  } finally {
    await env.clipboard.writeText(before);
  }
}

function mayReplaceClipboard(): Promise<boolean> {
  const detail = l10n.t(
    'The terminal selection is read through the clipboard. Text on the clipboard is restored afterward, but an image is lost.',
  );
  const question = l10n.t('The clipboard may contain an image. Do you want to replace it?');
  return askBefore(l10n.t('Continue'), question, detail);
}

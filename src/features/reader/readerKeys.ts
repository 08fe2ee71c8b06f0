import { commands, l10n, window } from 'vscode';
import { fieldsOf } from '../../core/base/json.ts';
import { commandIds } from '../../host/commands/commandIds.ts';
import { commandTitle } from '../../host/commands/commandTitle.ts';
import { isMacKeyboard } from '../../host/vscode/formats.ts';

/**
 * Lists the keys of the room view as the manifest has them, and runs the chosen command. The API does not tell which keys
 * the user has changed; the last row opens the editor that does.
 */
export async function showKeys({ packageJSON }: { readonly packageJSON: unknown }): Promise<void> {
  const change = { label: l10n.t('Change Keyboard Shortcuts…'), description: '', command: undefined };
  const title = l10n.t('Keyboard Shortcuts of the Room View');
  const rows = keyRows(packageJSON, isMacKeyboard(process.platform));
  const row = await window.showQuickPick([...rows, change], { title, matchOnDescription: true });
  if (row === change) await commands.executeCommand('workbench.action.openGlobalKeybindings', 'Roomside');
  else if (row?.command !== undefined) await commands.executeCommand(row.command);
}

/** The rows for the keys of the manifest. @param isMac see `isMacKeyboard`; both keys where it is not known */
export function keyRows(manifest: unknown, isMac: boolean | undefined) {
  const { keybindings } = fieldsOf(fieldsOf(manifest).contributes);
  return recordsOf(keybindings).flatMap(({ command, key, mac = key }) => {
    const id = commandIds.find((each) => each === command && each.startsWith('roomside.reader'));
    if (id === undefined || id === 'roomside.readerKeys') return [];
    const keys = new Set([...(isMac ? [] : [key]), ...(isMac === false ? [] : [mac])]);
    const description = [...keys].map((each) => keyText(`${each}`)).join(' / ');
    return [{ label: commandTitle(manifest, id), description, command: id }];
  });
}

function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((each: unknown) => fieldsOf(each)) : [];
}

function keyText(key: string): string {
  return key
    .split('+')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
}

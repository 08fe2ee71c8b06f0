import { join } from 'node:path';
import { env, l10n, type Uri, window } from 'vscode';
import { showInformationMessage } from '../../host/vscode/notifications.ts';
import { commandFolder } from '../../platform/terminal/commandFolder.ts';
import { mcpClients, mcpServers, programAt } from './model/mcpConfigurations.ts';

/** Copies how an agent starts the program, and says where that belongs. @param storage the folder of the extension */
export async function copyMcpConfiguration(storage: Uri): Promise<void> {
  const other = { label: l10n.t('Other Agent'), file: undefined, write: mcpServers };
  const rows = mcpClients.map(({ name, file, write }) => ({ label: name, description: file, file, write }));
  const placeHolder = l10n.t('Select the agent that should work with your rooms');
  const row = await window.showQuickPick([...rows, other], { title: l10n.t('Copy MCP Configuration'), placeHolder });
  if (row === undefined) return;
  const name = process.platform === 'win32' ? 'roomside.cmd' : 'roomside';
  await env.clipboard.writeText(row.write(programAt(join(commandFolder(storage.fsPath), name))));
  void showInformationMessage(
    row.file === undefined
      ? l10n.t("Copied. Paste it into your agent's configuration of MCP servers.")
      : l10n.t('Copied. Paste it into {0}, beside what is there.', row.file),
  );
}

import { join } from 'node:path';
import { env, l10n, type Uri, window } from 'vscode';
import { showInformationMessage } from '../../host/vscode/notifications.ts';
import { commandFolder } from '../../platform/terminal/commandFolder.ts';

/** The program that serves agents, as they start it. */
type Program = ReturnType<typeof programAt>;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The form that most agents read. */
export const mcpServers = (roomside: Program): string => json({ mcpServers: { roomside } });

/** People answer later than the minute for which Codex waits. */
const codexTimeoutSeconds = 3900;

/** Strings of JSON are strings of TOML. */
const codexToml = ({ command, args }: Program): string => `[mcp_servers.roomside]
command = ${JSON.stringify(command)}
args = [${args.map((each) => JSON.stringify(each)).join(', ')}]
tool_timeout_sec = ${codexTimeoutSeconds}
`;

const vscodeServers = (program: Program): string => json({ servers: { roomside: { type: 'stdio', ...program } } });

/** The agents, each with the file and the form that its documents describe; a test names them. */
export const mcpClients = [
  { name: 'Claude Code', file: '.mcp.json', write: mcpServers },
  { name: 'Cursor', file: '~/.cursor/mcp.json', write: mcpServers },
  { name: 'Codex', file: '~/.codex/config.toml', write: codexToml },
  { name: 'VS Code', file: '.vscode/mcp.json', write: vscodeServers },
];

/** How the command is started. Windows starts its script by `cmd`. @param path of the command */
export function programAt(path: string): { readonly command: string; readonly args: readonly string[] } {
  return path.endsWith('.cmd') ? { command: 'cmd', args: ['/c', path, 'mcp'] } : { command: path, args: ['mcp'] };
}

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

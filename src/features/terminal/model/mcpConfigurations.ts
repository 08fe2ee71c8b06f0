/** The program that serves agents, as they start it. */
interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** An agent that can start the program. */
interface McpClient {
  readonly name: string;
  /** The file for the configuration. */
  readonly file: string;
  write(program: Program): string;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const mcpServers = (roomside: Program): string => json({ mcpServers: { roomside } });

/** People answer later than the minute for which Codex waits. */
const codexTimeoutSeconds = 3900;

/** Strings of JSON are strings of TOML. */
const codexToml = ({ command, args }: Program): string =>
  [
    '[mcp_servers.roomside]',
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((each) => JSON.stringify(each)).join(', ')}]`,
    `tool_timeout_sec = ${codexTimeoutSeconds}`,
    '',
  ].join('\n');

/** Each in the form that its documents describe; a test names them. */
export const mcpClients: readonly McpClient[] = [
  { name: 'Claude Code', file: '.mcp.json', write: mcpServers },
  { name: 'Cursor', file: '~/.cursor/mcp.json', write: mcpServers },
  { name: 'Codex', file: '~/.codex/config.toml', write: codexToml },
  {
    name: 'VS Code',
    file: '.vscode/mcp.json',
    write: (program) => json({ servers: { roomside: { type: 'stdio', ...program } } }),
  },
];

/** The form that most other agents read. */
export const otherConfiguration = mcpServers;

/** How the command is started. Windows starts its script by `cmd`. @param path of the command */
export function programAt(path: string): Program {
  return path.endsWith('.cmd') ? { command: 'cmd', args: ['/c', path, 'mcp'] } : { command: path, args: ['mcp'] };
}

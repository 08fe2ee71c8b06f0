import { l10n } from './l10n.ts';

interface Explained {
  /** What follows the name. An option with it takes a value. */
  readonly use?: string;
  /** One letter. */
  readonly short?: string;
  /** In the language of the user, which is known when the command runs. */
  what(): string;
}

/** The commands, in the order of the help. */
const commands: Readonly<Record<string, Explained>> = {
  share: { use: '[FILE[:10-20]…]', what: () => l10n.t('Share piped data, files, or lines of a file') },
  link: { use: 'FILE[:10-20]', what: () => l10n.t('Print the link of a file or its lines for others') },
  rooms: { use: '[WORDS…]', what: () => l10n.t('List rooms whose titles have these words') },
  read: { use: 'ROOM', what: () => l10n.t('Show the newest messages of a room') },
  search: { use: 'ROOM WORDS…', what: () => l10n.t('Search the newest 500 messages of a room') },
  mcp: { what: () => l10n.t('Serve an agent over the Model Context Protocol') },
  completion: { use: 'bash|zsh|fish', what: () => l10n.t('Print a script that completes the command in a shell') },
};

/** The options, as `parseArgs` of Node.js takes them. */
export const options = {
  room: {
    type: 'string',
    short: 'r',
    use: 'ROOM',
    what: () => l10n.t('The title or the ID of the room. Without it, you choose in the window'),
  },
  reply: { type: 'string', use: 'ID', what: () => l10n.t('Reply to one of the newest messages of the room') },
  comment: { type: 'string', short: 'c', use: 'TEXT', what: () => l10n.t('A comment for the message') },
  name: { type: 'string', short: 'n', use: 'NAME', what: () => l10n.t('The name of the piped data') },
  'as-file': { type: 'boolean', what: () => l10n.t('Share as a file') },
  last: { type: 'string', use: 'COUNT', what: () => l10n.t('How many messages to read: 20, 100 at most') },
  json: { type: 'boolean', what: () => l10n.t('Print the answer as JSON') },
  help: { type: 'boolean', short: 'h', what: () => l10n.t('Show this help') },
  version: { type: 'boolean', what: () => l10n.t('Print the version') },
} as const satisfies Readonly<Record<string, Explained & { readonly type: 'string' | 'boolean' }>>;

/** Both with their names, as rows for a person or a shell. */
export const commandList = Object.entries(commands).map(([name, facts]) => ({ name, ...facts }));
export const optionList = Object.entries<Explained>(options).map(([name, facts]) => ({ name, ...facts }));

/** How the command is used. */
export function helpText(): string {
  const commands = commandList.map(({ name, use = '', what }) => row(`${name} ${use}`, what()));
  const options = optionList.map(({ name, short, use = '', what }) =>
    row(`${short === undefined ? '    ' : `-${short}, `}--${name} ${use}`, what()),
  );
  const codes = l10n.t(
    'Exit codes: 0 done, 1 refused in the window, 2 wrong usage, 3 not sent or not available, 4 no window, 70 unexpected error, 130 Ctrl+C.',
  );
  return ['roomside', ...commands, '', ...options, '', codes].join('\n');
}

const row = (use: string, what: string): string => `  ${use.padEnd(26)}${what}`;

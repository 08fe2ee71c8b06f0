import { l10n } from './l10n.ts';

/** How the command is used. */
export function helpText(): string {
  const commands = [
    ['share [FILE[:10-20]…]', l10n.t('Share piped data, files, or lines of a file')],
    ['link FILE[:10-20]', l10n.t('Print the link of a file or of its lines, for others with the repository')],
    ['rooms [WORDS…]', l10n.t('List rooms whose titles have these words')],
    ['read ROOM [--last 20]', l10n.t('Show the newest messages of a room')],
    ['search ROOM WORDS…', l10n.t('Search the newest 500 messages of a room')],
    ['mcp', l10n.t('Serve an agent over the Model Context Protocol')],
  ];
  const options = [
    ['-r, --room ROOM', l10n.t('The title or the ID of the room. Without it, you choose in the window')],
    ['--reply ID', l10n.t('Reply to one of the newest messages of the room')],
    ['-c, --comment TEXT', l10n.t('A comment for the message')],
    ['-n, --name NAME', l10n.t('The name of the piped data')],
    ['--as-file', l10n.t('Share as a file')],
    ['--json', l10n.t('Print the answer as JSON')],
  ];
  const codes = l10n.t(
    'Exit codes: 0 done, 1 refused in the window, 2 wrong usage, 3 not sent or not available, 4 no window, 130 Ctrl+C.',
  );
  const rows = (lines: readonly string[][]) => lines.map(([use = '', what]) => `  ${use.padEnd(26)}${what}`);
  return ['roomside', ...rows(commands), '', ...rows(options), '', codes].join('\n');
}

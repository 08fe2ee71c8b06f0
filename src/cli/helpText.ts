import { commandList, optionList } from './commands.ts';
import { l10n } from './l10n.ts';

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

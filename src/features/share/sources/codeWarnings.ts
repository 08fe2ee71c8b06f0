import { l10n } from 'vscode';
import type { HiddenCharacter } from '../../../core/snippet/hiddenCharacters.ts';

/** Warnings about code that is shared. */
export function codeWarnings({
  hiddenCharacters,
  needsLongFence,
}: {
  readonly hiddenCharacters: readonly HiddenCharacter[];
  readonly needsLongFence: boolean;
}): readonly string[] {
  const longFence = l10n.t(
    'The code contains ``` fences and may not be displayed correctly. You can send it as a file instead.',
  );
  return [...hiddenWarning(hiddenCharacters), ...(needsLongFence ? [longFence] : [])];
}

function hiddenWarning(found: readonly HiddenCharacter[]): readonly string[] {
  const [first] = found;
  if (first === undefined) return [];
  const where = l10n.t('line {0}, column {1}: {2}', first.line, first.column, first.name);
  return found.length === 1
    ? [l10n.t('The code contains an invisible character at {0}', where)]
    : [l10n.t('The code contains {0} invisible characters, the first at {1}', found.length, where)];
}

import { l10n } from 'vscode';
import { textLines } from '../../../core/base/text/textLines.ts';
import { type BlockMessage, renderBlockMessage } from '../../../core/snippet/blockMessage.ts';
import type { HiddenCharacter } from '../../../core/snippet/hiddenCharacters.ts';
import { textAsFile } from '../fileSource.ts';
import type { TextDraft } from './shareSource.ts';

/** What a source provides for text that is not part of a file. */
interface BlockFacts {
  readonly title: string;
  /** The name in notifications, for example "npm test". */
  readonly name: string;
  readonly message: BlockMessage;
  readonly fileName: string;
  /** The text of the file, if it differs from the joined blocks. */
  readonly fileText?: string;
  /** Warnings about parts that cannot be sent. */
  readonly warnings?: readonly string[];
}

/** A draft of fenced blocks under a heading, or of a file with their text. */
export function blockDraft({ title, name, message, fileName, fileText, warnings = [] }: BlockFacts): TextDraft {
  const lineCount = message.blocks.reduce((sum, { text }) => sum + textLines(text.replace(/\n$/, '')).length, 0);
  const render = async (comment: string | undefined) => {
    const rendered = renderBlockMessage(message, comment);
    return { markdown: rendered.markdown, lineCount, warnings: [...warnings, ...codeWarnings(rendered)] };
  };
  // Throws for an empty message before the user picks a room.
  renderBlockMessage(message);
  const text = fileText ?? message.blocks.map((block) => block.text).join('\n');
  return { kind: 'text', title, name, render, asFile: textAsFile(fileName, text) };
}

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

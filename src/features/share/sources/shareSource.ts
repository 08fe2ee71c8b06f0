import { l10n } from 'vscode';
import { textLines } from '../../../core/base/text/textLines.ts';
import type { HiddenCharacter } from '../../../core/snippet/hiddenCharacters.ts';
import { type BlockMessage, plainHeading, renderBlockMessage } from '../../../core/snippet/snippetMessage.ts';
import type { Services } from '../../../host/services.ts';
import { showNothing } from '../../../host/ui/showNothing.ts';
import type { StepLists } from '../../../host/ui/steps/stepLists.ts';
import { type FileSource, textAsFile } from '../fileSource.ts';
import { shareableText } from '../propose.ts';
import type { Shareable } from '../shareable.ts';
import type { TerminalHistory } from './terminalHistory.ts';

export interface SourcePorts
  extends RepositoryPorts,
    Pick<Services, 'clock' | 'extensionUri' | 'outbox' | 'sentContents'> {
  readonly terminals: TerminalHistory;
  /** The first lists of the command. */
  readonly lists?: StepLists | undefined;
  /** Of the steps of the command. */
  readonly title: string;
}

/** To read repositories, and the links to their lines. */
export interface RepositoryPorts extends Pick<Services, 'log'> {
  readonly active: Pick<Services['active'], 'get'>;
}

// decisions/0019
/**
 * Creates a shareable from the arguments of a command. It sends nothing and never takes more than the user selected.
 * `undefined` if there is nothing to share or the user cancels.
 */
export type ShareSource = (args: readonly unknown[], ports: SourcePorts) => Promise<Shareable | undefined>;

/** Says why there is nothing to share, as the result of a source. */
export async function showNothingToShare(message: string): Promise<undefined> {
  await showNothing(message);
}

/** What a source provides for text that is not part of a file. */
export interface BlockFacts extends BlockMessage {
  readonly name: string;
  readonly fileName: string;
  /** The text of the file, if it differs from the joined blocks. */
  readonly fileText?: string;
  /** Warnings about parts that cannot be sent, and about the file, for which Git may take until the room is chosen. */
  readonly warnings?: readonly string[] | (() => Promise<readonly string[]>);
  readonly images?: readonly FileSource[];
}

/** Fenced blocks under a heading, or a file with their text. */
export function shareableBlocks(facts: BlockFacts): Shareable {
  const { name, heading, blocks, fileName, fileText, warnings = [], images = [] } = facts;
  const message = { heading, blocks };
  const lineCount = blocks.reduce((sum, { text }) => sum + textLines(text.replace(/\n$/, '')).length, 0);
  const render = async (comment: string | undefined) => {
    const rendered = renderBlockMessage(message, comment);
    const known = typeof warnings === 'function' ? await warnings() : warnings;
    return { ...rendered, lineCount, warnings: [...known, ...hiddenWarning(rendered.hiddenCharacters)] };
  };
  // Throws for an empty message before the user picks a room.
  renderBlockMessage(message);
  const text = fileText ?? blocks.map((block) => block.text).join('\n');
  const fileHeading = async () => plainHeading(message);
  return shareableText({ name, render, asFile: textAsFile(fileName, text), fileText: fileHeading, images });
}

/** A warning about invisible characters in code that is shared. */
export function hiddenWarning(found: readonly HiddenCharacter[]): readonly string[] {
  const [first] = found;
  if (first === undefined) return [];
  const where = l10n.t('line {0}, column {1}: {2}', first.line, first.column, first.name);
  return found.length === 1
    ? [l10n.t('The code contains an invisible character at {0}', where)]
    : [l10n.t('The code contains {0} invisible characters, the first at {1}', found.length, where)];
}

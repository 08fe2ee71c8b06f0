import { l10n } from 'vscode';
import type { Disposable } from '../../../core/base/disposable.ts';
import { textLines } from '../../../core/base/text/textLines.ts';
import type { ShareOrigin } from '../../../core/outbox/shareRecord.ts';
import type { HiddenCharacter } from '../../../core/snippet/hiddenCharacters.ts';
import { type BlockMessage, renderBlockMessage } from '../../../core/snippet/snippetMessage.ts';
import { showInformationMessage } from '../../../host/vscode/notifications.ts';
import { type FileSource, textAsFile } from '../fileSource.ts';

/** Text to share, before the confirmation. */
export interface TextDraft {
  readonly kind: 'text';
  /** The title of the command. */
  readonly title: string;
  /** The name in notifications, for example "src/main.ts:3–7". */
  readonly name: string;
  /** Its position on disk, if it comes from a file. */
  readonly origin?: ShareOrigin;
  /** Renders the exact Markdown to send, and its warnings. */
  render(comment: string | undefined): Promise<RenderedText>;
  /** The text as a file, if it is too long for a message. */
  readonly asFile?: FileSource;
  /** See `RoomPickOptions`. Then the room is always chosen. */
  readonly sameRoomId?: string;
  /** Images that belong to it. Each follows as a message of its own. */
  readonly images?: readonly FileSource[];
}

/** The exact Markdown of a message, and its warnings. */
export interface RenderedText {
  readonly markdown: string;
  /** Number of lines of code, without header and fences. */
  readonly lineCount: number;
  readonly warnings: readonly string[];
  /** What an earlier search for secrets found in exactly this text, one per line. Absent if it was not searched yet. */
  readonly secrets?: readonly string[];
}

/** Files to share, one message each. */
export interface FilesDraft {
  readonly kind: 'files';
  readonly title: string;
  readonly files: readonly FileSource[];
  /** The comment that the last step starts with. */
  readonly comment?: string;
  /** Warnings besides those of the files. */
  readonly warnings?: readonly string[];
  /** See `TextDraft`. */
  readonly sameRoomId?: string;
  /** Shows the files until they are sent or cancelled. */
  readonly shown?: Disposable;
}

/** A public file that the service downloads. */
export interface RemoteFileDraft {
  readonly kind: 'remoteFile';
  readonly title: string;
  /** Checked by `parsePublicUrl`. */
  readonly url: string;
  /** The comment that the last step starts with. */
  readonly comment?: string;
  readonly warnings?: readonly string[];
  /** See `TextDraft`. */
  readonly sameRoomId?: string;
}

export type ShareDraft = TextDraft | FilesDraft | RemoteFileDraft;

/**
 * Creates a draft from the arguments of a command. A source sends nothing and never takes more than the user selected.
 * `undefined` if there is nothing to share or the user cancels.
 */
export type ShareSource = (...args: readonly unknown[]) => Promise<ShareDraft | undefined>;

/** Says why there is nothing to share, as the result of a source. */
export async function showNothingToShare(message: string): Promise<undefined> {
  await showInformationMessage(message);
}

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
}: Pick<ReturnType<typeof renderBlockMessage>, 'hiddenCharacters' | 'needsLongFence'>): readonly string[] {
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

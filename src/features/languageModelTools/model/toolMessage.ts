import { EmptyShareError, TooLargeError, utf8ByteLength } from '../../../core/attachments/limits.ts';
import type { MarkdownFinding } from '../../../core/markdown/checkMarkdown.ts';
import { fenceCode } from '../../../core/markdown/fencedBlocks.ts';
import { mentionAt } from '../../../core/markdown/markdownEngine.ts';
import { toServiceMarkdown } from '../../../core/markdown/toServiceMarkdown.ts';
import type { ShareReason, ShareRecord } from '../../../core/outbox/shareRecord.ts';
import type { SecretFinding } from '../../../core/secrets/secretFinding.ts';
import { findHiddenCharacters, type HiddenCharacter } from '../../../core/snippet/hiddenCharacters.ts';
import { isPlainId } from '../../../core/terminal/plainId.ts';

/** A message of a model as it would be sent, with its properties. */
export interface ToolMessage {
  /** The exact text that is sent. */
  readonly markdown: string;
  readonly byteLength: number;
  readonly lineCount: number;
  readonly hiddenCharacters: readonly HiddenCharacter[];
  /** Constructs that the room may not render. */
  readonly markdownFindings: readonly MarkdownFinding[];
  readonly mentionsAll: boolean;
}

/**
 * Converts a text to the service's line breaks [A36] and checks it. The conversion is idempotent, so that a draft is
 * sent as shown.
 * @param maxBytes size limit for the checks
 * @throws {EmptyShareError} for white space only
 * @throws {TooLargeError} before the checks
 */
export async function toolMessage(text: string, maxBytes = Number.POSITIVE_INFINITY): Promise<ToolMessage> {
  const markdown = toServiceMarkdown(text);
  if (markdown.trim() === '') throw new EmptyShareError();
  const byteLength = utf8ByteLength(markdown);
  if (byteLength > maxBytes) throw new TooLargeError({ what: 'message', byteLength, maxBytes });
  const { checkMarkdown } = await import('../../../core/markdown/checkMarkdown.ts');
  return {
    markdown,
    byteLength,
    lineCount: markdown.split('\n').length,
    hiddenCharacters: findHiddenCharacters(markdown),
    markdownFindings: await checkMarkdown(markdown),
    mentionsAll: [...markdown.matchAll(/<@/g)].some(({ index }) => mentionAt(markdown, index)?.mention.kind === 'all'),
  };
}

/** The answer to a model when the user declined, perhaps to edit the message as a draft. */
export const declinedAnswer =
  'Nothing was sent: the user did not send this message, or changes it as a draft. Do not post it again unless the user asks. roomside_draft_message lists what may be wrong with it, such as possible secrets.';

interface CheckedDraft {
  /** The text, with its secrets masked. */
  readonly shown: string;
  readonly secrets: readonly SecretFinding[];
  readonly maxBytes: number;
  readonly isOpen: boolean;
}

/** Tells a model the exact text of its draft, its size and its problems. */
export function draftAnswer(message: ToolMessage, { shown, secrets, maxBytes, isOpen }: CheckedDraft): string {
  const { byteLength, lineCount } = message;
  const tooLong = byteLength > maxBytes ? [`too long by ${byteLength - maxBytes} bytes: shorten it`] : [];
  const findings = [...tooLong, ...secrets.map(secretText), ...textLines(message)];
  const exact =
    secrets.length === 0
      ? 'This is the message exactly as roomside_post_message sends it:'
      : 'This is the message as roomside_post_message sends it, with possible secrets replaced by the word MASKED:';
  return [
    isOpen
      ? 'Nothing was sent. The draft is open in an editor, where the user can edit and send it. Do not also post it.'
      : 'Nothing was sent.',
    exact,
    fenceCode(shown, 'markdown').markdown,
    `${lineCount} ${lineCount === 1 ? 'line' : 'lines'}, ${byteLength} of at most ${maxBytes} bytes.`,
    findings.length === 0
      ? 'No problems were found.'
      : ['Fix these problems first:', ...findings.map((line) => `- ${line}`)].join('\n'),
  ].join('\n\n');
}

/** Reports the state of a post to a model. `undefined` when it was discarded, or could not be stored. */
export function postAnswer(record: ShareRecord | undefined): string {
  switch (record?.state) {
    case undefined:
      return 'Nothing was sent: the message was canceled, or the user was told why it failed.';
    case 'sent':
      return `The message was posted.${isPlainId(record.messageId) ? ` Its id is ${record.messageId}.` : ''}`;
    case 'queued':
    case 'sending':
      return `The message is not in the room yet: ${reasonText(record.reason)} It is in the user’s outbox and will be sent automatically. Do not post it again.`;
    case 'unknown':
      return `It is not known whether the message arrived: ${reasonText(record.reason)} Do not post it again: the user decides in “Recent Shares”.`;
    case 'failed':
      return `The message was not posted: ${reasonText(record.reason)} It is kept in “Recent Shares”, where the user can send it again. Do not post it again unless the user asks.`;
  }
}

function textLines({ hiddenCharacters, markdownFindings, mentionsAll }: ToolMessage): readonly string[] {
  return [
    ...hiddenCharacters.map(({ line, column, name }) => `line ${line}, column ${column}: hidden character, ${name}`),
    ...markdownFindings.map(({ line, construct }) => `line ${line}: the room may not render this (${construct})`),
    ...(mentionsAll ? ['mentions everyone in the room (<@all>): keep this only if the user wants it'] : []),
  ];
}

/** Names rule and position, never the secret itself. */
function secretText({ line, column, kind, ruleId }: SecretFinding): string {
  return `line ${line}, column ${column}: possible secret (${kind}, rule ${ruleId})`;
}

/** The detail can be any text; only statuses and system error codes are included. */
function reasonText(reason: ShareReason | undefined): string {
  if (reason === undefined) return 'no reason is known.';
  const detail = /^[A-Z0-9_]{1,30}$/.test(reason.detail ?? '') ? ` ${reason.detail}` : '';
  return `${reason.kind}${detail}.`;
}

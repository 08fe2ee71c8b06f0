import { l10n } from 'vscode';
import { utf8ByteLength } from '../../core/attachments/limits.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { fencedBlocks } from '../../core/markdown/fencedBlocks.ts';
import type { ShareOrigin } from '../../core/outbox/shareRecord.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { setting } from '../../host/vscode/settings.ts';
import type { FileSource } from './fileSource.ts';
import { filesOf, type Outgoing, type OutgoingShare, type Proposal, type Shareable } from './shareable.ts';

type Facts = Omit<Shareable, 'propose'>;

/** The exact Markdown of a message, and its warnings. */
export interface RenderedText {
  readonly markdown: string;
  /** Number of lines of code, without header and fences. */
  readonly lineCount: number;
  readonly warnings: readonly string[];
}

interface TextFacts extends Facts {
  /** The name in notifications, for example "src/main.ts:3–7". */
  readonly name: string;
  /** Its position on disk, if it comes from a file. */
  readonly origin?: ShareOrigin;
  /** Renders the exact Markdown to send, and its warnings. */
  render(comment: string | undefined): Promise<RenderedText>;
  /** The text as a file, if it is too long for a message. */
  readonly asFile?: FileSource;
  /** Where the text is from, as plain text: the message of its file says so. */
  fileText?(): Promise<string>;
  /** Images that belong to it. Each follows as a message of its own. */
  readonly images?: readonly FileSource[];
}

/** Text to share. It is rendered once for each comment, so that the text that the user has seen is the one that is sent. */
export function shareableText({ name, origin, render, asFile, fileText, images = [], ...facts }: TextFacts): Shareable {
  let latest: { readonly comment: string | undefined; readonly text: Promise<RenderedText> } | undefined;
  return {
    ...facts,
    async propose(choice, comment) {
      if (choice === 'asFile' && asFile !== undefined) {
        const text = [comment, await fileText?.()].filter(Boolean).join('\n\n');
        return proposeFiles([asFile, ...images], text === '' ? undefined : text);
      }
      if (latest === undefined || latest.comment !== comment) latest = { comment, text: render(comment) };
      const text = await latest.text;
      const { markdown, warnings } = text;
      const message: Outgoing = { name, ...(origin && { origin }), content: { kind: 'text', markdown }, warnings };
      const messages = [message, ...(choice === 'textOnly' ? [] : images.map((file) => fileMessage(file)))];
      const isSendable = !isTooLong(markdown);
      return {
        name,
        messages,
        facts: textFacts(text, images),
        warnings,
        others: [
          ...(images.length > 0 && isSendable ? (['textOnly'] as const) : []),
          'edit',
          ...(asFile ? (['asFile'] as const) : []),
          'copy',
        ],
        lineCount: text.lineCount,
        ...(asFile && { asFileName: asFile.name }),
      };
    },
  };
}

/** The names of the files, or the address, and the beginning of the text, as the last step lists a share. */
export function excerptOf(share: OutgoingShare): string {
  const content = share.messages[0]?.content;
  const text = content?.kind === 'text' ? beginningOf(content.markdown) : content?.text;
  const address = content?.kind === 'url' ? content.url : '';
  return [address, namesOf(filesOf(share)), text].filter(Boolean).join(' — ');
}

/** The beginning of the code, or of a text without code. */
function beginningOf(markdown: string): string {
  const code = fencedBlocks(markdown).find((block) => block.code.trim() !== '')?.code;
  return (code ?? markdown).slice(0, 400).trim().replace(/\s+/g, ' ').slice(0, 200);
}

/** Whether a message with this text exceeds the limit of the user's service. */
export function isTooLong(markdown: string): boolean {
  return utf8ByteLength(markdown) > setting('message.maxBytes');
}

function textFacts({ markdown, lineCount }: RenderedText, images: readonly FileSource[]): string {
  const size = byteText(utf8ByteLength(markdown));
  const lines = lineCount === 1 ? l10n.t('1 line') : l10n.t('{0} lines', lineCount);
  const limit = l10n.t('{0} (limit: {1})', size, byteText(setting('message.maxBytes')));
  const more = images.length === 0 ? [] : [l10n.t('{0} ({1})', imageCount(images.length), byteText(totalOf(images)))];
  return [lines, isTooLong(markdown) ? limit : size, ...more].join(' · ');
}

export function imageCount(count: number): string {
  return count === 1 ? l10n.t('1 image') : l10n.t('{0} images', count);
}

interface FilesFacts extends Facts {
  readonly files: readonly FileSource[];
  /** Warnings besides those of the files. */
  readonly warnings?: readonly string[];
}

/** Files to share, one message each. A file that has changed on disk is proposed as it is now, with a warning. */
export function shareableFiles({ files, warnings = [], ...facts }: FilesFacts): Shareable {
  let current = files;
  return {
    ...facts,
    async propose(_, comment) {
      current = await Promise.all(current.map(async (file) => (await file.changed?.()) ?? file));
      const changed = current.filter((file) => !files.includes(file));
      const questions = changed.map(({ name }) =>
        l10n.t('{0} has changed. Do you want to send the current version?', displayTitle(name)),
      );
      return proposeFiles(current, comment, [...questions, ...warnings]);
    },
  };
}

/** One message for each file, the first with the comment. */
export function proposeFiles(
  files: readonly FileSource[],
  comment?: string,
  warnings: readonly string[] = [],
): Proposal {
  const [first] = files;
  const name = files.length === 1 ? (first?.name ?? '') : l10n.t('{0} files', files.length);
  const messages = files.map((file) => fileMessage(file, file === first ? comment : undefined));
  const size = byteText(totalOf(files));
  return {
    name,
    messages,
    facts: files.length === 1 ? size : l10n.t('{0} files · {1}', files.length, size),
    warnings,
    others: [],
  };
}

function fileMessage(file: FileSource, comment?: string): Outgoing {
  return { name: file.name, content: { kind: 'file', file, ...(comment && { text: comment }) } };
}

function namesOf(files: readonly FileSource[]): string {
  return files.map(({ name }) => displayTitle(name)).join(', ');
}

function totalOf(files: readonly FileSource[]): number {
  return files.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

interface UrlFacts extends Facts {
  /** Checked by `parsePublicUrl`. */
  readonly url: string;
  readonly warnings?: readonly string[];
}

/** A public file to share, which the service downloads. */
export function shareableUrl({ url, warnings = [], ...facts }: UrlFacts): Shareable {
  return {
    ...facts,
    async propose(_, comment) {
      const messages: Outgoing[] = [{ name: url, content: { kind: 'url', url, ...(comment && { text: comment }) } }];
      const downloaded = l10n.t('downloaded by the service');
      return {
        name: url,
        messages,
        facts: downloaded,
        warnings,
        others: [],
      };
    },
  };
}

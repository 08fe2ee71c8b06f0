import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { toServiceMarkdown } from '../../core/markdown/toServiceMarkdown.ts';
import type { CodeOrigin } from '../../core/snippet/codePlace.ts';
import type { FileSource } from './fileSource.ts';
import type { Outgoing, Proposal, Shareable } from './shareable.ts';

type Facts = Omit<Shareable, 'propose'>;

/** The exact Markdown of a message, and its warnings. */
export interface RenderedText {
  readonly markdown: string;
  /** Number of lines of code, without header and fences. */
  readonly lineCount: number;
  readonly warnings: readonly string[];
  /** The commit that has the lines. */
  readonly commit?: string | undefined;
  /** The code contains fences, so that a room may show the message wrongly. */
  readonly needsLongFence?: boolean;
}

interface TextFacts extends Facts {
  readonly name: string;
  /** Its position on disk, if it comes from a file. */
  readonly origin?: CodeOrigin;
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
      if (latest === undefined || latest.comment !== comment) latest = { comment, text: render(comment) };
      const { markdown, lineCount, needsLongFence, warnings: ofCode, commit } = await latest.text;
      if (choice === 'asFile' && asFile !== undefined) {
        const text = [comment, await fileText?.()].filter(Boolean).join('\n\n');
        return proposeFiles([asFile, ...images], text === '' ? undefined : text, ofCode);
      }
      const longFence = l10n.t(
        'The code contains ``` fences and may not be displayed correctly. You can send it as a file instead.',
      );
      const warnings = needsLongFence ? [...ofCode, longFence] : ofCode;
      const from = origin && { origin: { ...origin, ...(commit && { commit }) } };
      const message: Outgoing = { name, ...from, content: { kind: 'text', markdown }, warnings };
      const messages = [message, ...(choice === 'textOnly' ? [] : images.map((file) => fileMessage(file)))];
      return { name, messages, warnings, lineCount, ...(asFile && { asFileName: asFile.name }) };
    },
  };
}

interface MarkdownFacts extends Facts, Pick<RenderedText, 'markdown' | 'lineCount'> {
  readonly name: string;
  readonly origin?: CodeOrigin | undefined;
  readonly warnings?: Promise<readonly string[]>;
}

/** A text to share as it is. A comment comes before it. */
export function shareableMarkdown({ markdown, lineCount, warnings, origin, ...facts }: MarkdownFacts): Shareable {
  const render = async (comment: string | undefined) => ({
    markdown: comment === undefined ? markdown : `${toServiceMarkdown(comment)}\n\n${markdown}`,
    lineCount,
    warnings: (await warnings) ?? [],
  });
  return shareableText({ ...facts, ...(origin && { origin }), render });
}

interface FilesFacts extends Facts {
  readonly files: readonly FileSource[];
  /** Warnings besides those of the files. */
  readonly warnings?: readonly string[];
}

/** Files to share, one message each. A file that has changed on disk is proposed as it is then, with a warning. */
export function shareableFiles({ files, warnings = [], ...facts }: FilesFacts): Shareable {
  let current = Promise.resolve(files);
  const update = (known: readonly FileSource[], isLast: boolean) =>
    Promise.all(known.map(async (file) => (isLast && file.isFixed ? file : ((await file.changed?.()) ?? file))));
  return {
    ...facts,
    async propose(_, comment, isLast = false) {
      const known = current;
      const updating = known.then((all) => update(all, isLast));
      // One after the other: else an earlier proposal could bring back the old version. A file that is gone may return.
      current = updating.catch(() => known);
      const now = await updating;
      const changed = now.filter((file) => !files.includes(file));
      const questions = changed.map(({ name }) =>
        l10n.t('{0} has changed. It will be sent as it is now.', displayTitle(name)),
      );
      return proposeFiles(now, comment, [...questions, ...warnings]);
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
  return { name, messages, warnings };
}

function fileMessage(file: FileSource, comment?: string): Outgoing {
  return { name: file.name, content: { kind: 'file', file, ...(comment && { text: comment }) } };
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
      const message: Outgoing = { name: url, content: { kind: 'url', url, ...(comment && { text: comment }) } };
      return { name: url, messages: [message], warnings };
    },
  };
}

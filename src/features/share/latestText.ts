import { utf8ByteLength } from '../../core/attachments/limits.ts';
import type { TextReview } from '../../core/outbox/newShare.ts';
import { limitLines } from '../../host/ui/askAboutSecrets.ts';
import { settings } from '../../host/vscode/settings.ts';
import type { FileSource } from './fileSource.ts';
import { type CheckedFiles, checkComment, checkFiles, fileWarnings, searchText } from './reviewSecrets.ts';
import type { SharePorts } from './sendShare.ts';
import type { RenderedText, TextDraft } from './sources/shareSource.ts';

/** The exact text of a message, with the secrets found in it. */
export interface SearchedText extends RenderedText {
  /** Possible secrets, one per line. */
  readonly risks: readonly string[];
  readonly review: TextReview;
  /** The images that follow it, if there are any. */
  readonly images?: CheckedFiles;
}

/** The exact text for the current comment. It is rendered while the user picks a room. */
export class LatestText {
  readonly draft: TextDraft;
  readonly #ports: SharePorts;
  readonly #images: Promise<Pick<SearchedText, 'images' | 'warnings'>>;
  #comment = '';
  #text: Promise<SearchedText>;

  constructor(ports: SharePorts, draft: TextDraft) {
    this.#ports = ports;
    this.draft = draft;
    this.#images = checkImages(ports, draft.images ?? []);
    this.#text = this.#make('');
    // Avoids unhandled rejections: the step that awaits the text reports the error.
    for (const promise of [this.#images, this.#text]) promise.catch(() => undefined);
  }

  get comment(): string {
    return this.#comment;
  }

  /** The text and its warnings. */
  for(comment: string): Promise<SearchedText> {
    if (comment !== this.#comment) {
      this.#comment = comment;
      this.#text = this.#make(comment);
    }
    return this.#text;
  }

  async #make(comment: string): Promise<SearchedText> {
    const rendered = await this.draft.render(comment.trim() === '' ? undefined : comment);
    const secrets = await searchText(this.#ports, rendered.markdown, rendered.secrets);
    const review = { warnings: rendered.warnings, ...(secrets && { secrets }) };
    const { images, warnings: ofImages } = await this.#images;
    const warnings = [...limitLines(secrets ?? []), ...rendered.warnings, ...ofImages];
    return { ...rendered, risks: secrets ?? [], review, warnings, ...(images && { images }) };
  }
}

async function checkImages(
  ports: SharePorts,
  files: readonly FileSource[],
): Promise<Pick<SearchedText, 'images' | 'warnings'>> {
  if (files.length === 0) return { warnings: [] };
  const checks = await checkFiles(ports, files);
  const images = await checkComment(ports, { files, comment: undefined }, checks);
  return { images, warnings: fileWarnings(files, checks) };
}

/** Whether a message with this text exceeds the limit of the user's service. */
export function isTooLong({ markdown }: RenderedText): boolean {
  return utf8ByteLength(markdown) > settings.maxMessageBytes.value;
}

import { utf8ByteLength } from '../../core/attachments/limits.ts';
import type { TextReview } from '../../core/outbox/newShare.ts';
import { limitLines } from '../../host/ui/askAboutSecrets.ts';
import { settings } from '../../host/vscode/settings.ts';
import { searchText } from './reviewSecrets.ts';
import type { SharePorts } from './sendShare.ts';
import type { RenderedText, TextDraft } from './sources/shareSource.ts';

/** The exact text of a message, with the secrets found in it. */
export interface SearchedText extends RenderedText {
  /** Possible secrets, one per line. */
  readonly risks: readonly string[];
  readonly review: TextReview;
}

/** The exact text for the current comment. It is rendered while the user picks a room. */
export class LatestText {
  readonly draft: TextDraft;
  readonly #ports: SharePorts;
  #comment = '';
  #text: Promise<SearchedText>;

  constructor(ports: SharePorts, draft: TextDraft) {
    this.#ports = ports;
    this.draft = draft;
    this.#text = this.#make('');
    // Avoids an unhandled rejection: the step that awaits the text reports the error.
    this.#text.catch(() => undefined);
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
    const { warnings } = rendered;
    const secrets = await searchText(this.#ports, rendered.markdown, rendered.secrets);
    const review = { warnings, ...(secrets && { secrets }) };
    return { ...rendered, risks: secrets ?? [], review, warnings: [...limitLines(secrets ?? []), ...warnings] };
  }
}

/** Whether a message with this text exceeds the limit of the user's service. */
export function isTooLong({ markdown }: RenderedText): boolean {
  return utf8ByteLength(markdown) > settings.maxMessageBytes.value;
}

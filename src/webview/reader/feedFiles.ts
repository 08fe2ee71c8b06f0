import { decodeImage } from '../decodeImage.ts';
import { placeImage, placeImageFailure } from './imagePreview.ts';
import { showFiles } from './messageArticle.ts';
import type { ReaderStrings, ShownFile, ToPage } from './protocol.ts';
import type { ScrollView } from './scrollView.ts';

type ShownImage = Extract<ToPage, { readonly kind: 'image' }>;

interface FeedFilesPorts {
  readonly view: ScrollView;
  readonly strings: ReaderStrings;
  /** Images are requested without the user. */
  readonly showsImages: boolean;
  readonly requests: { image(messageId: string, file: number): void };
  /** Applies a change while the visible messages stay in place. */
  change(apply: () => void): void;
}

/** The attachments of the messages in the page. */
export class FeedFiles {
  readonly #ports: FeedFilesPorts;

  constructor(ports: FeedFilesPorts) {
    this.#ports = ports;
  }

  show(messageId: string, files: readonly ShownFile[]): void {
    const { view, strings, showsImages, requests, change } = this.#ports;
    const article = view.articleOf(messageId);
    if (article === undefined) return;
    change(() => showFiles(article, files, strings));
    for (const button of article.querySelectorAll<HTMLElement>('.files button')) button.tabIndex = article.tabIndex;
    if (!showsImages) return;
    for (const [index, { hasPreview }] of files.entries()) if (hasPreview) requests.image(messageId, index);
  }

  /** Shows an image, or that the browser cannot decode it. */
  async showImage(given: ShownImage): Promise<void> {
    const { strings } = this.#ports;
    const image = await decodeImage(given);
    if (image === undefined) this.showImageFailure({ ...given, text: strings.imageFailed });
    else this.#change(given, (article) => placeImage(article, given.file, image, strings));
  }

  showImageFailure({ messageId, file, text }: { messageId: string; file: number; text: string }): void {
    this.#change({ messageId }, (article) => placeImageFailure(article, file, text));
  }

  /** The page may have dropped the message meanwhile. */
  #change({ messageId }: { readonly messageId: string }, apply: (article: HTMLElement) => void): void {
    const article = this.#ports.view.articleOf(messageId);
    if (article !== undefined) this.#ports.change(() => apply(article));
    const focused = document.activeElement;
    // An image that the user asked for is in sight.
    if (focused?.matches('.image')) focused.scrollIntoView({ block: 'nearest' });
  }
}

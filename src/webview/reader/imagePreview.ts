import { buttonElement, element } from '../element.ts';
import type { ReaderStrings } from './protocol.ts';

/** Shows an image below its file. Selecting it opens the file in an editor. */
export function placeImage(article: HTMLElement, file: number, image: HTMLImageElement, strings: ReaderStrings): void {
  const label = `${strings.openFile}: ${image.alt}`;
  const attributes = { class: 'image', 'data-action': 'openFile', 'aria-label': label };
  const button = buttonElement({ ...attributes, 'data-index': String(file) }, image);
  button.tabIndex = article.tabIndex;
  replaceRequest(article, file, button);
}

/** Says below a file why its image is not shown. */
export function placeImageFailure(article: HTMLElement, file: number, text: string): void {
  replaceRequest(article, file, element('p', { class: 'fileDetail' }, text));
}

/** Does nothing for a second response, as after a double click, or if the files of the message were listed again. */
function replaceRequest(article: HTMLElement, file: number, shown: HTMLElement): void {
  const request = article.querySelectorAll('.files > li')[file]?.querySelector<HTMLElement>('[data-image]');
  if (!request) return;
  const hadFocus = request === document.activeElement;
  request.replaceWith(shown);
  if (hadFocus) (shown instanceof HTMLButtonElement ? shown : article).focus({ preventScroll: true });
}

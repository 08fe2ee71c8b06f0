import { element } from '../element.ts';
import type { FileAction, ShownFile } from './protocol.ts';
import { requestButton, strings } from './vscodeApi.ts';

/** The attachments of a message before their metadata is known. */
export function fileList(count: number): HTMLElement {
  const rows = Array.from({ length: count }, () => element('li', {}, strings.file));
  return element('ul', { class: 'files' }, ...rows);
}

/** Fills in the metadata of the attachments. */
export function showFiles(article: HTMLElement, files: readonly ShownFile[]): void {
  const rows = files.map(({ name, detail, actions, hasPreview }, index) =>
    element(
      'li',
      actions.length === 0 ? { class: 'gone' } : {},
      element('span', { class: 'fileName' }, name),
      ' ',
      element('span', { class: 'fileDetail' }, detail),
      ...(hasPreview ? [imageButton(article, index, name)] : []),
      ...actions.map((action) => fileButton(article, index, { action, name }, strings[action])),
    ),
  );
  article.querySelector('.files')?.replaceChildren(...rows);
}

function imageButton(article: HTMLElement, file: number, name: string): HTMLElement {
  const attributes = { 'data-image': '', 'aria-label': `${strings.showImage}: ${name}` };
  const request = { kind: 'image', messageId: article.dataset.id ?? '', file } as const;
  return inTabOrder(article, requestButton(request, attributes, strings.showImage));
}

function fileButton(
  article: HTMLElement,
  file: number,
  { action, name, ...attributes }: { readonly action: FileAction; readonly name: string; readonly class?: string },
  content: Node | string,
): HTMLElement {
  const request = { kind: 'file', action, messageId: article.dataset.id ?? '', file } as const;
  const named = { ...attributes, 'data-action': action, 'aria-label': `${strings[action]}: ${name}` };
  return inTabOrder(article, requestButton(request, named, content));
}

function inTabOrder(article: HTMLElement, button: HTMLButtonElement): HTMLElement {
  button.tabIndex = article.tabIndex;
  return button;
}

/** Shows an image below its file. Selecting it opens the file in an editor. */
export function placeImage(article: HTMLElement, file: number, image: HTMLImageElement): void {
  const open = { action: 'openFile', name: image.alt, class: 'image' } as const;
  replaceRequest(article, file, fileButton(article, file, open, image));
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

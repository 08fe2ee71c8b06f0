import { byId } from '../element.ts';
import type { FromPasteBox, ToPasteBox } from './protocol.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPasteBox): void };

const vscodeApi = acquireVsCodeApi();
const [box, figure, facts, problem] = [byId('box'), byId('figure'), byId('facts'), byId('problem')];
const image = byId('image') as HTMLImageElement;
const [buttons, share, paste, cancel] = [byId('buttons'), byId('share'), byId('paste'), byId('cancel')];

/**
 * Shows the image.
 * @returns its size in pixels; zero when the browser cannot decode it
 */
async function show(file: Blob): Promise<{ readonly width: number; readonly height: number }> {
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(file);
  const isShown = await image.decode().then(
    () => true,
    () => false,
  );
  return isShown ? { width: image.naturalWidth, height: image.naturalHeight } : { width: 0, height: 0 };
}

let pasteCount = 0;

/** Shows the pasted image and sends it to the extension. Of several pastes, the last one counts. */
async function take(file: Blob | undefined): Promise<void> {
  // An image that is being shared is not replaced.
  if (buttons.hidden) return;
  pasteCount += 1;
  const count = pasteCount;
  const sides = await show(file ?? new Blob());
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
  if (count === pasteCount) vscodeApi.postMessage({ kind: 'pasted', bytes, ...sides });
}

/** Reads an image from the clipboard without a paste, if the browser allows it. */
async function readClipboard(): Promise<Blob | undefined> {
  for (const item of await navigator.clipboard.read()) {
    const type = item.types.find((each) => each.startsWith('image/'));
    if (type !== undefined) return item.getType(type);
  }
  return undefined;
}

/** If the permission is granted already, shows the image on the clipboard immediately. */
async function takeClipboardIfGranted(): Promise<void> {
  const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
  if (state !== 'granted') return;
  if (!document.hasFocus()) await new Promise((resolve) => window.addEventListener('focus', resolve, { once: true }));
  const file = await readClipboard();
  if (file !== undefined) await take(file);
}

document.addEventListener('paste', (event) => {
  event.preventDefault();
  const files = [...(event.clipboardData?.files ?? [])];
  void take(files.find(({ type }) => type.startsWith('image/')) ?? files[0]);
});
// The box accepts focus and pastes, and no typing.
box.addEventListener('beforeinput', (event) => event.preventDefault());
paste.addEventListener('click', () => {
  // Not allowed, or no image: a message is shown, and the user can still paste by keyboard.
  void readClipboard().then(take, () => take(undefined));
});
share.addEventListener('click', () => {
  buttons.hidden = true;
  vscodeApi.postMessage({ kind: 'share' });
});
cancel.addEventListener('click', () => vscodeApi.postMessage({ kind: 'cancel' }));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') vscodeApi.postMessage({ kind: 'cancel' });
});

window.addEventListener('message', ({ data }: MessageEvent<ToPasteBox>) => {
  const isImage = data.kind === 'image';
  facts.textContent = isImage ? data.text : '';
  problem.textContent = isImage ? '' : data.text;
  figure.hidden = !isImage;
  share.hidden = !isImage;
  (isImage ? share : box).focus();
});

box.contentEditable = 'true';
box.focus();
// Firefox and old browsers do not support this query: the user pastes instead.
takeClipboardIfGranted().catch(() => undefined);

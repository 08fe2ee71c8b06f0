import { byId } from '../element.ts';
import type { FromPasteBox, ToPasteBox } from './protocol.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPasteBox): void };

const vscodeApi = acquireVsCodeApi();
const [box, figure, facts, problem] = [byId('box'), byId('figure'), byId('facts'), byId('problem')];
const image = byId('image') as HTMLImageElement;
const [buttons, share, paste, cancel] = [byId('buttons'), byId('share'), byId('paste'), byId('cancel')];

/** The sides of an image in pixels; zero where the browser cannot show it. */
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

/** Shows what was pasted, and asks the extension what it makes of it. Of several the last one counts. */
async function take(file: Blob | undefined): Promise<void> {
  // What is being shared stays what is shown.
  if (buttons.hidden) return;
  pasteCount += 1;
  const count = pasteCount;
  const sides = await show(file ?? new Blob());
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
  if (count === pasteCount) vscodeApi.postMessage({ kind: 'pasted', bytes, ...sides });
}

/** What the clipboard holds, where the browser tells it without a paste. */
async function readClipboard(): Promise<Blob | undefined> {
  for (const item of await navigator.clipboard.read()) {
    const type = item.types.find((each) => each.startsWith('image/'));
    if (type !== undefined) return item.getType(type);
  }
  return undefined;
}

/** Whoever opened the box wants what is on the clipboard: where that needs no question, it is there at once. */
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
// The box takes the focus and a paste, and nothing else.
box.addEventListener('beforeinput', (event) => event.preventDefault());
paste.addEventListener('click', () => {
  // Not allowed, or nothing there: it is said that there is no image, and keys can still paste.
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
// Firefox and old browsers tell nothing of it: then there is the paste itself.
takeClipboardIfGranted().catch(() => undefined);

import { l10n, type Uri } from 'vscode';
import type { Clock } from '../../../core/base/clock.ts';
import { MutableDisposable } from '../../../core/base/disposable.ts';
import { openPasteBox, type PasteBox } from '../pasteBox.ts';
import type { ShareSource } from './shareSource.ts';

/**
 * "Share Image from Clipboard…": the image that the user pastes into the paste box, which shows it until it is sent or
 * cancelled.
 */
export function createClipboardImageSource(ports: { readonly extensionUri: Uri; readonly clock: Clock }): ShareSource {
  // One at a time: a new command closes the previous box.
  const open = new MutableDisposable<PasteBox>();
  return async () => {
    const box = openPasteBox(ports);
    open.value = box;
    const file = await box.image;
    return file && { kind: 'files', title: l10n.t('Share Image from Clipboard'), files: [file], shown: box };
  };
}

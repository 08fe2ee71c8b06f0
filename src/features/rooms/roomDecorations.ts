import { FileDecoration, type FileDecorationProvider, l10n, ThemeColor, type Uri } from 'vscode';
import { roomScheme } from './roomItems.ts';

/** Marks the rows of rooms with news. Only such rows carry an address of the scheme, so that is all there is to ask. */
export const roomDecorations: FileDecorationProvider = {
  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    if (uri.scheme !== roomScheme) return undefined;
    return new FileDecoration('●', l10n.t('New since you looked'), new ThemeColor('list.highlightForeground'));
  },
};

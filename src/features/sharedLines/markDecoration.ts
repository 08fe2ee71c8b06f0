import { type TextEditorDecorationType, Uri, window } from 'vscode';

/** The sign in the gutter beside the first of shared lines. High contrast themes use that of their kind. */
export function markDecoration(extensionUri: Uri): TextEditorDecorationType {
  const icon = (name: string): Uri => Uri.joinPath(extensionUri, 'media', name);
  return window.createTextEditorDecorationType({
    gutterIconSize: 'contain',
    light: { gutterIconPath: icon('shared-lines.svg') },
    dark: { gutterIconPath: icon('shared-lines-dark.svg') },
  });
}

import type { TextDocumentShowOptions } from 'vscode';

/**
 * Options of `vscode.diff` for text by other people: the text editor shows it, whatever the file names are. The notebook
 * diff runs the HTML and JavaScript of cell outputs. `override` is not in the types of the API; VS Code reads it in
 * `TextEditorOpenOptions` (extHostTypeConverters.ts), and a host test checks its effect.
 */
export const plainTextDiffOptions: TextDocumentShowOptions & { readonly override: true } = {
  preview: true,
  override: true,
};

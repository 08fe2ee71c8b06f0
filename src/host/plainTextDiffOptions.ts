import type { TextDocumentShowOptions } from 'vscode';

/**
 * Options of `vscode.diff` for text that other people wrote: shown in the text editor, whatever the names of the files say.
 * The comparison of notebooks runs the HTML and JavaScript of their outputs. `override` is not in the API's types; VS Code
 * reads it in `TextEditorOpenOptions` (extHostTypeConverters.ts), and a host test holds what it does.
 */
export const plainTextDiffOptions: TextDocumentShowOptions & { readonly override: true } = {
  preview: true,
  override: true,
};

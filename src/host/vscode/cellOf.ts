import { type NotebookDocument, type TextDocument, workspace } from 'vscode';

/** The notebook of a document that is the text of a cell, and the number of the cell, from 1. */
export function cellOf(
  document: TextDocument,
): { readonly notebook: NotebookDocument; readonly number: number } | undefined {
  if (document.uri.scheme !== 'vscode-notebook-cell') return undefined;
  for (const notebook of workspace.notebookDocuments) {
    const cell = notebook.getCells().find((each) => each.document.uri.toString() === document.uri.toString());
    if (cell !== undefined) return { notebook, number: cell.index + 1 };
  }
  return undefined;
}

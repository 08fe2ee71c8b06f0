import { Range, window, workspace } from 'vscode';
import { findSharedFile } from './findSharedFile.ts';

/** Opens the workspace file that the text of a message names, at a line. @param line 1-based */
export async function openPath(path: string, line: number): Promise<void> {
  const file = await findSharedFile(path);
  if (file === undefined) return;
  const document = await workspace.openTextDocument(file);
  const start = document.validateRange(new Range(line - 1, 0, line - 1, 0));
  await window.showTextDocument(document, { selection: start });
}

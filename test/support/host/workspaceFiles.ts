import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigurationTarget, type Selection, type TextEditor, Uri, window, workspace } from 'vscode';
import { flushUi } from '../../../src/host/ui/liveQuickPick.ts';

/** The open folder: a copy of the sample workspace that tests may change. */
export function workspaceFolder(): string {
  const folder = workspace.workspaceFolders?.[0] ?? assert.fail();
  return folder.uri.fsPath;
}

/** Writes a file of the workspace. */
export async function workspaceFile(name: string, content: string | Uint8Array): Promise<Uri> {
  const file = path.join(workspaceFolder(), name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return Uri.file(file);
}

/** Opens a document in the active editor, with these selections. */
export async function openSelected(
  document: Uri | { readonly content: string; readonly language?: string },
  ...selections: readonly Selection[]
): Promise<TextEditor> {
  const opened = document instanceof Uri ? workspace.openTextDocument(document) : workspace.openTextDocument(document);
  const editor = await window.showTextDocument(await opened);
  if (selections.length > 0) await select(editor, ...selections);
  return editor;
}

/** Selects in an editor. An earlier selection, of which the window may still report, would replace this one. */
export async function select(editor: TextEditor, ...selections: readonly Selection[]): Promise<void> {
  editor.selections = selections;
  await flushUi();
}

/** Keeps changes unsaved during a `describe`: in a browser, VS Code saves by itself. */
export function useManualSave(): void {
  const autoSave = (value: 'off' | undefined) =>
    workspace.getConfiguration('files').update('autoSave', value, ConfigurationTarget.Global);
  before(() => autoSave('off'));
  after(() => autoSave(undefined));
}

import { type TextDocument, type Uri, window, workspace } from 'vscode';
import { urisOfTab } from './uris.ts';

/** What an editor has that is not on disk: a text that can be read, or content that only the editor can save. */
interface UnsavedVersion {
  readonly document?: TextDocument;
  /** @returns whether it was saved */
  save(): Promise<boolean>;
}

/** The files on disk that an editor has another version of. Editors such as Theia may have no notebooks. */
export function unsavedFiles(): readonly Uri[] {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter(({ isDirty }) => isDirty);
  const open = [...workspace.textDocuments, ...(workspace.notebookDocuments ?? [])];
  const documents = open.filter(({ isDirty }) => isDirty);
  const uris = [...documents.map(({ uri }) => uri), ...tabs.flatMap(urisOfTab)];
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()].filter(({ scheme }) => scheme === 'file');
}

/**
 * The unsaved version of a file in any kind of editor: a text, a notebook, a custom editor, or a file that is too large for a
 * text document. The one place that asks whether something is unsaved.
 */
export function unsavedVersionOf(uri: Uri): UnsavedVersion | undefined {
  const isSame = (other: { readonly uri: Uri; readonly isDirty: boolean }): boolean =>
    other.isDirty && other.uri.toString() === uri.toString();
  const document = workspace.textDocuments.find(isSame);
  if (document !== undefined) return { document, save: async () => document.save() };
  const notebook = workspace.notebookDocuments?.find(isSame);
  if (notebook !== undefined) return { save: async () => notebook.save() };
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const hasTab = tabs.some((tab) => tab.isDirty && urisOfTab(tab).some((each) => each.toString() === uri.toString()));
  return hasTab ? { save: async () => (await workspace.save(uri)) !== undefined } : undefined;
}

/** The bytes that saving a text of a document would write, with its encoding. In UTF-8 where the editor cannot say. */
export async function encodedText(document: TextDocument, text = document.getText()): Promise<Uint8Array> {
  const { encoding } = document;
  return (await workspace.encode?.(text, { encoding })) ?? new TextEncoder().encode(text);
}

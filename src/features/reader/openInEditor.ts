import { languages, window, workspace } from 'vscode';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { languageOfTag } from '../../core/snippet/languages.ts';

/** Opens the code as an untitled document in its language. */
export async function openInEditor({ code, language }: SharedBlock): Promise<void> {
  const known = languageOfTag(language, await languages.getLanguages());
  const document = await workspace.openTextDocument({ content: code, language: known });
  await window.showTextDocument(document, { preview: false });
}

import { l10n, Uri, window, workspace } from 'vscode';
import { currentResource } from '../../../host/vscode/workspaceFiles.ts';
import { documentAsFile, savedFile } from '../fileSource.ts';
import type { ShareSource } from './shareSource.ts';

/** "Share Current File to Room…": the file of the active editor, or of the tab whose menu was opened. */
export const currentFileSource: ShareSource = async (clicked) => {
  const uri = clicked instanceof Uri ? clicked : currentResource();
  if (uri === undefined) {
    await window.showInformationMessage(l10n.t('Open a file to share it.'));
    return undefined;
  }
  const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const file = document === undefined ? await savedFile(uri) : await documentAsFile(document);
  return file && { kind: 'files', title: l10n.t('Share Current File'), files: [file] };
};

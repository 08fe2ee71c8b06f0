import { posix } from 'node:path';
import { commands, type Uri } from 'vscode';
import { isImageName } from '../../core/attachments/fileNames.ts';

/**
 * Shows images in the image preview and everything else in the text editor. An editor that VS Code or another extension
 * selects by the name may run the content: the notebook editor runs HTML and JavaScript.
 */
export async function showAttachment(uri: Uri): Promise<void> {
  if (isImageName(posix.basename(uri.path))) await commands.executeCommand('vscode.open', uri, { preview: true });
  else await commands.executeCommand('vscode.openWith', uri, 'default', { preview: true });
}

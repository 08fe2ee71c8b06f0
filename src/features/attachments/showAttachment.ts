import { posix } from 'node:path';
import { commands, type Uri } from 'vscode';
import { isImageName } from '../../core/attachments/isImageName.ts';

/**
 * Shows an attachment: pictures in the image preview, everything else in the text editor. An editor that VS Code or
 * another extension chooses by the name may run what it shows, as that of notebooks does with HTML and JavaScript.
 */
export async function showAttachment(uri: Uri): Promise<void> {
  if (isImageName(posix.basename(uri.path))) await commands.executeCommand('vscode.open', uri, { preview: true });
  else await commands.executeCommand('vscode.openWith', uri, 'default', { preview: true });
}

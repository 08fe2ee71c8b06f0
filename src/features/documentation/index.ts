import { commands, Uri } from 'vscode';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';

/** The pages that links of Roomside open. The first is the index. */
const pages = ['README', 'questions', 'accounts', 'sharing', 'reading', 'troubleshooting'] as const;

/**
 * "Open Documentation": a page of the documents of this version, which are in the package, in VS Code's Markdown preview.
 * @param extensionUri the folder of the extension
 */
export function createDocumentationCommands(extensionUri: Uri): CommandHandlers<'roomside.openDocumentation'> {
  return {
    async 'roomside.openDocumentation'(page) {
      const name = pages.find((each) => each === page) ?? pages[0];
      const document = Uri.joinPath(extensionUri, 'docs', `${name}.md`);
      const asText = async (): Promise<void> => void (await commands.executeCommand('vscode.open', document));
      // The Markdown extension of VS Code can be disabled. Its command is not listed before it is first used.
      await commands.executeCommand('markdown.showPreview', document).then(undefined, asText);
    },
  };
}

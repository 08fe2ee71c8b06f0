import { env, l10n, window } from 'vscode';
import { editorLinkAddress } from '../../core/git/editorLink.ts';
import { repositoryLines } from '../../host/git/repositoryLines.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { editorPage, snippetOf } from './sources/documentSnippet.ts';
import type { RepositoryPorts } from './sources/shareSource.ts';

/** "Copy Link": copies the link that opens the selected lines in the editor of another person. Nothing is sent. */
export async function copyLink({ active, log }: RepositoryPorts): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return void showNothing(l10n.t('Open a file of a Git repository first.'));
  const { document, selections } = editor;
  const [page, lines] = await Promise.all([
    editorPage(active),
    repositoryLines({ document, text: document.getText() }, snippetOf(document, selections).ranges, log),
  ]);
  if (page === undefined) {
    return void showNothing(l10n.t('A link needs the token broker of your organization, or the sandbox.'));
  }
  const address = lines?.place && editorLinkAddress(page, lines.place);
  if (address === undefined) {
    return void showNothing(
      l10n.t("Couldn't create a link. Links work only for files in a Git repository that has a remote."),
    );
  }
  await env.clipboard.writeText(address);
  showSuccess(l10n.t('Copied'));
}

import { env, l10n, type TextDocument, window } from 'vscode';
import { editorLinkAddress } from '../../core/git/editorLink.ts';
import type { LineRange } from '../../core/git/lineMap.ts';
import type { NamedFile } from '../../core/terminal/doorCall.ts';
import { repositoryLines } from '../../host/git/repositoryLines.ts';
import { showNoGit } from '../../host/git/showNoGit.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { openNamedFile } from '../../host/vscode/openNamedFile.ts';
import { editorPage, snippetOf } from './sources/documentSnippet.ts';
import type { RepositoryPorts } from './sources/shareSource.ts';

/** "Copy Link": copies the link that opens the selected lines in the editor of another person. Nothing is sent. */
export async function copyLink(ports: RepositoryPorts): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return void showNothing(l10n.t('Open a file of a Git repository first.'));
  const { document, selections } = editor;
  const found = await linkTo(document, snippetOf(document, selections).ranges, ports);
  if ('problem' in found) return showNoGit(found.problem);
  await env.clipboard.writeText(found.link);
  showSuccess(l10n.t('Copied'));
}

/** The same link for lines of a file. @throws what opening the file throws */
export async function findLink(ports: RepositoryPorts, { path, startLine = 1, endLine = startLine }: NamedFile) {
  const document = await openNamedFile(path);
  if (startLine > document.lineCount) return { problem: l10n.t("The file doesn't have these lines.") };
  return linkTo(document, [{ startLine, endLine: Math.min(endLine, document.lineCount) }], ports);
}

async function linkTo(document: TextDocument, ranges: readonly LineRange[], { active, log }: RepositoryPorts) {
  const [page, lines] = await Promise.all([
    editorPage(active),
    repositoryLines({ document, text: document.getText() }, ranges, log),
  ]);
  const { place, committed } = lines ?? {};
  // Without a broker, the page of the host opens the lines in a browser.
  const link = page === undefined ? committed?.linkTo(ranges[0]) : place && editorLinkAddress(page, place);
  if (link !== undefined) return { link };
  if (page === undefined && place !== undefined)
    return { problem: l10n.t('A link needs the token broker of your organization, or the sandbox.') };
  return {
    problem: l10n.t("Couldn't create a link. Links work only for files in a Git repository that has a remote."),
  };
}

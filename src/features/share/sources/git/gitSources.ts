import { basename, join } from 'node:path';
import { l10n, Uri, workspace } from 'vscode';
import { lazy } from '../../../../core/base/lazy.ts';
import { displayTitle } from '../../../../core/base/text/displayText.ts';
import { textLines } from '../../../../core/base/text/textLines.ts';
import { lfsMark } from '../../../../core/git/patchSections.ts';
import type { Snippet } from '../../../../core/snippet/snippet.ts';
import { shortCommit } from '../../../../core/snippet/snippetHeader.ts';
import { fetchHistory } from '../../../../host/git/fetchIfMissing.ts';
import { versionLines } from '../../../../host/git/repositoryLines.ts';
import { showNothing } from '../../../../host/ui/showNothing.ts';
import { setting } from '../../../../host/vscode/settings.ts';
import { sharedPath } from '../../../../host/vscode/workspaceFiles.ts';
import { commitPatch, commitSubject, fileAtCommit, shallowCommits } from '../../../../platform/git/commits.ts';
import { bytesAsFile } from '../../fileSource.ts';
import { shareableFiles } from '../../propose.ts';
import { documentRisks } from '../documentRisks.ts';
import { partName, shareableSnippet, withLines } from '../documentSnippet.ts';
import { type ShareSource, type SourcePorts, showNothingToShare } from '../shareSource.ts';
import { utf8Text } from '../utf8Text.ts';
import { type GitVersion, versionToShare } from './gitVersion.ts';
import { commitPart } from './otherChanges.ts';
import { shareablePatch } from './shareablePatch.ts';

/** "Share File Version to Room…": a file as it is at a commit. What is no text, or too long for a message, is a file. */
export const fileVersionSource: ShareSource = async (args, ports) => {
  const version = await versionToShare(args, ports);
  if (version === undefined) return undefined;
  const { place, commit, path } = version;
  const bytes = await fileAtCommit(place, commit, path);
  if (bytes === undefined) {
    const notice = l10n.t("{0} isn't a file in commit {1}.", displayTitle(basename(path)), shortCommit(commit));
    return showNothingToShare(notice);
  }
  const text = bytes.byteLength > setting('message.maxBytes') ? undefined : utf8Text(bytes);
  if (text === undefined) {
    const file = bytesAsFile(fileNameOf(version), bytes, l10n.t('at commit {0}', shortCommit(commit)));
    return shareableFiles({ files: [file], warnings: await risksOf(version) });
  }
  const snippet = await snippetOfVersion(version, text);
  const committed = lazy(() => snippetAtCommit(snippet, version, ports));
  return shareableSnippet({ snippet, committed, risks: () => risksOf(version, text), fileName: fileNameOf(version) });
};

/** "Share Commit to Room…": the patch of a commit, under its subject. */
export const commitSource: ShareSource = async (args, ports) => {
  const version = await versionToShare(args, ports);
  if (version === undefined) return undefined;
  const { repository, place, commit } = version;
  const short = shortCommit(commit);
  if (!(await hasParents(version))) return undefined;
  const patch = await commitPatch(place, commit);
  if (patch === '') return showNothingToShare(l10n.t('Commit {0} has no changes to share.', short));
  const subject = await commitSubject(place, commit);
  const part = await commitPart({ repository, log: ports.log }, commit);
  const folder = basename(repository.rootUri.path);
  return shareablePatch(patch, {
    name: l10n.t('commit {0}', short),
    // Without "changes", readers would not find the repository to apply the patch to.
    heading: [folder, 'changes', part, displayTitle(subject)],
    fileName: `${folder}.${short}.patch`,
    fileText: `commit ${commit}\n\n    ${subject}\n\n${patch}`,
  });
};

/** Whether git can compare a commit with its parents. Otherwise it says so, and fetches them if the user wants to. */
async function hasParents({ repository, place, commit }: GitVersion): Promise<boolean> {
  if (!(await shallowCommits(place)).has(commit)) return true;
  const text = l10n.t(
    "This is a shallow clone without the parents of commit {0}, so Git can't tell what it changed.",
    shortCommit(commit),
  );
  const fetching = l10n.t('Fetch');
  const canFetch = repository.fetch !== undefined;
  const isWanted = (await showNothing(text, ...(canFetch ? [fetching] : []))) === fetching;
  return isWanted && (await fetchHistory(repository)) && !(await shallowCommits(place)).has(commit);
}

/** Warnings about the file. Git ignores no file of a commit. */
async function risksOf(version: GitVersion, text?: string): Promise<readonly string[]> {
  const risks = await documentRisks({ uri: fileUri(version).with({ scheme: 'git' }) });
  const isPointer = text?.startsWith(lfsMark) === true;
  return isPointer ? [l10n.t('The commit has only a Git LFS pointer, not the content of the file.'), ...risks] : risks;
}

async function snippetOfVersion(version: GitVersion, text: string): Promise<Snippet> {
  const lines = textLines(text);
  const endLine = text.endsWith('\n') ? lines.length - 1 : lines.length;
  return {
    path: sharedPath(fileUri(version)),
    languageId: await languageOf(version),
    isUnsaved: false,
    isUntitled: false,
    ranges: [{ startLine: 1, endLine, text }],
  };
}

async function snippetAtCommit(
  snippet: Snippet,
  { repository, commit, path }: GitVersion,
  { active, log }: SourcePorts,
): Promise<Snippet> {
  const lines = await versionLines(repository, { commit, path }, snippet.ranges, log);
  return withLines(snippet, lines ?? { committed: { commit, linkTo: () => undefined } }, active);
}

/** The language of the file in an editor, else of the current file. VS Code has no API for that of a name. */
async function languageOf(version: GitVersion): Promise<string> {
  const { path } = fileUri(version);
  const open = workspace.textDocuments.find(({ uri }) => uri.path === path);
  if (open !== undefined) return open.languageId;
  // The current file may be deleted or no longer be text. Then the message names no language.
  const current = workspace.openTextDocument(version.file).then(undefined, () => undefined);
  return (await current)?.languageId ?? 'plaintext';
}

function fileUri({ place, path }: GitVersion): Uri {
  return Uri.file(join(place.rootFolder, path));
}

function fileNameOf({ path, commit }: GitVersion): string {
  return partName(path, shortCommit(commit));
}

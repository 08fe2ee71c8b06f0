import { basename } from 'node:path';
import { l10n, type TextDocument, type Uri } from 'vscode';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { riskyFileName } from '../../../core/secrets/secretScanner.ts';
import { isGitIgnored } from '../../../host/git/gitApi.ts';
import { ignoreUnknownLines, sourceRiskLines } from '../../../host/ui/askAboutSecrets.ts';
import { setting } from '../../../host/vscode/settings.ts';
import { isInNoFileSystem, type LinkTarget, linkTarget } from '../../../host/vscode/workspaceFiles.ts';

/** Warnings about the file itself: a link out of the workspace, its name, or that Git ignores it. */
export async function documentRisks({ uri }: Pick<TextDocument, 'uri'>): Promise<readonly string[]> {
  const target = await linkTarget(uri);
  const link = target === undefined ? [] : [linkLine(basename(uri.path), target)];
  const risks = await Promise.all([uri, ...(target === undefined ? [] : [target.uri])].map(secretRisks));
  return [...link, ...new Set(risks.flat())];
}

function linkLine(name: string, { shown, isOutside }: LinkTarget): string {
  const place = displayTitle(shown);
  return isOutside
    ? l10n.t('{0} is a link to {1}, outside the workspace', name, place)
    : l10n.t('{0} is a link to {1}', name, place);
}

/** Only a file on disk can be asked about; documents without a file, and versions of Git, are not ignored. */
async function ignoredByGit(uri: Uri): Promise<boolean | undefined> {
  if (uri.scheme === 'file') return isGitIgnored(uri.fsPath);
  return isInNoFileSystem(uri) || uri.scheme === 'git' ? false : undefined;
}

async function secretRisks(uri: Uri): Promise<readonly string[]> {
  if (!setting('share.scanForSecrets')) return [];
  const nameRisk = riskyFileName(uri.path);
  const name = basename(uri.path);
  const isIgnored = await ignoredByGit(uri);
  const risks = sourceRiskLines(name, { isIgnored, ...(nameRisk && { nameRisk }) });
  return [...risks, ...ignoreUnknownLines(name, isIgnored)];
}

import { basename } from 'node:path';
import { l10n, type TextDocument, type Uri } from 'vscode';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { riskyFileName } from '../../../core/secrets/secretScanner.ts';
import { isGitIgnored } from '../../../host/git/gitApi.ts';
import { ignoreUnknownLines, sourceRiskLines } from '../../../host/ui/askAboutSecrets.ts';
import { setting } from '../../../host/vscode/settings.ts';
import { outsideTarget } from '../../../host/vscode/workspaceFiles.ts';

/** Warnings about the file itself: a link out of the workspace, its name, or that Git ignores it. */
export async function documentRisks({ uri }: Pick<TextDocument, 'uri'>): Promise<readonly string[]> {
  const target = await outsideTarget(uri);
  const link =
    target === undefined
      ? []
      : [l10n.t('{0} is a link to {1}, outside the workspace', basename(uri.path), displayTitle(target))];
  return [...link, ...(await secretRisks(uri))];
}

async function secretRisks(uri: Uri): Promise<readonly string[]> {
  if (!setting('share.scanForSecrets')) return [];
  const nameRisk = riskyFileName(uri.path);
  const name = basename(uri.path);
  const isIgnored = uri.scheme === 'file' && (await isGitIgnored(uri.fsPath));
  const risks = sourceRiskLines(name, { isIgnored, ...(nameRisk && { nameRisk }) });
  return [...risks, ...ignoreUnknownLines(name, isIgnored)];
}

import { l10n } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { answerInTime, gitApi } from '../../host/git/gitApi.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
import type { LinkedFile } from '../../platform/files/findFiles.ts';
import { realPath } from '../../platform/files/realPath.ts';
import { relativePath } from '../../platform/files/relativePath.ts';
import { isTrackedIn } from '../../platform/git/isTrackedIn.ts';

/**
 * Asks before a file is opened that the repository does not have, such as `.env`: anybody can make a link, and others may
 * see the screen. Where git cannot be asked, a file counts as the user's own if a part of its path begins with a dot.
 * @returns whether it may be opened
 */
export async function confirmOwnFile({ folder, file }: LinkedFile, log: Log): Promise<boolean> {
  const [root, real] = await Promise.all([realPath(folder), realPath(file)]);
  const path = relativePath(root, real);
  const isTracked = await answerInTime(async () => {
    const git = await gitApi();
    return git && isTrackedIn({ gitPath: git.git.path, rootFolder: root }, real);
  }, log);
  if (isTracked ?? !path.split('/').some((part) => part.startsWith('.'))) return true;
  const detail = l10n.t('This file may exist only on your computer. Anyone could have made this link.');
  const question = l10n.t({ message: 'Open {0}?', args: [displayTitle(path)], comment: '{0}: a file' });
  return askBefore(l10n.t('Open'), question, detail);
}

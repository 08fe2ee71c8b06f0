import { basename } from 'node:path';
import { l10n } from 'vscode';
import {
  DownloadTooLargeError,
  FileChangedError,
  FileExistsError,
  ForeignContentError,
  IncompleteDownloadError,
} from '../../core/api/errors.ts';
import { EmptyShareError, TooLargeError } from '../../core/attachments/limits.ts';
import { FilesNotRestoredError, GitFailedError, GitTimeoutError, PatchRefusedError } from '../../core/git/errors.ts';
import { NoWorkspaceError, OutsideFolderError } from '../../platform/files/insideFolder.ts';
import { NotRegularFileError } from '../../platform/files/localFile.ts';
import { byteText, oneLine } from '../vscode/formats.ts';
import { describing, type ErrorDescription } from './errorMessage.ts';

/** Errors with a file that is sent or saved. */
export const fileDescriptions = [
  describing(TooLargeError, (error) => [tooLargeSentence(error)]),
  describing(EmptyShareError, () => [l10n.t('There is nothing to share. The content is empty.')]),
  describing(FileChangedError, ({ fileName }) => [
    l10n.t('{0} changed while it was being read. Nothing was sent.', fileName),
    'retry',
  ]),
  describing(NotRegularFileError, ({ fileName }) => [l10n.t("{0} isn't a regular file.", fileName)]),
  describing(FileExistsError, () => [l10n.t('A file with this name already exists. Choose another name.'), 'retry']),
  describing(IncompleteDownloadError, ({ byteLength, expectedByteLength }) => [
    l10n.t('Download incomplete ({0} of {1}). Nothing was saved.', byteText(byteLength), byteText(expectedByteLength)),
    'retry',
    'showLog',
  ]),
  describing(DownloadTooLargeError, ({ maxByteLength }) => [
    l10n.t('The file is larger than {0}. Nothing was saved.', byteText(maxByteLength)),
  ]),
  describing(ForeignContentError, (error) => [foreignSentence(error), 'showLog']),
  describing(PatchRefusedError, (error) => [patchSentence(error)]),
  describing(GitTimeoutError, () => [l10n.t("Git didn't respond in time. Nothing was sent."), 'retry']),
  describing(FilesNotRestoredError, ({ folder }) => [
    l10n.t(
      "Git couldn't write the whole patch, and your files couldn't be restored. Copies of them are in {0}.",
      folder,
    ),
    'showLog',
  ]),
  describing(GitFailedError, (error) => [gitSentence(error), 'retry']),
  describing(OutsideFolderError, ({ path }) => [
    l10n.t(
      '“{0}” is outside the workspace. Choose a folder in the workspace, or download the file instead.',
      basename(path),
    ),
    'retry',
  ]),
  describing(NoWorkspaceError, () => [l10n.t('No folder is open. Open a folder first, or download the file instead.')]),
  describing(Error, describeSystemError),
];

function foreignSentence({ host, problem }: ForeignContentError): string {
  return problem === 'other-server'
    ? l10n.t("The file is on another server ({0}). Roomside doesn't send your token there.", host)
    : l10n.t("The URL in the message isn't that of an attachment.");
}

function patchSentence({ problem, output }: PatchRefusedError): string {
  const sentences = {
    outside: l10n.t('The patch changes files outside this workspace. No files were changed.'),
    link: l10n.t("The patch changes items that aren't regular files, such as links. No files were changed."),
    unclear: l10n.t("The patch doesn't say clearly which files it changes. No files were changed."),
    incomplete: l10n.t("Git doesn't read the whole patch, so it would leave out changes. No files were changed."),
    changed: l10n.t("The files have changed in the meantime. The patch wasn't applied."),
    'does-not-apply': l10n.t("The patch doesn't apply. No files were changed. Git: {0}", oneLine(output.trim())),
  };
  return sentences[problem];
}

function gitSentence({ reason, isLocked }: GitFailedError): string {
  return isLocked
    ? l10n.t('Another Git command is running in this repository. Try again when it has ended.')
    : l10n.t("Git couldn't do it: {0}", oneLine(reason));
}

function tooLargeSentence({ what, fileName, byteLength, maxBytes }: TooLargeError): string {
  const size = byteText(byteLength);
  const limit = byteText(maxBytes);
  const name = fileName ?? l10n.t('The file');
  return what === 'attachment'
    ? l10n.t('{0} is too large ({1}). The service accepts files up to {2}. Nothing was sent.', name, size, limit)
    : l10n.t('The message is too long ({0}). The service accepts up to {1}. Share it as a file instead.', size, limit);
}

function describeSystemError({ code }: NodeJS.ErrnoException): ErrorDescription | undefined {
  switch (code) {
    case 'ENOENT':
    case 'FileNotFound':
      return [l10n.t('The file no longer exists.'), 'retry'];
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'NoPermissions':
      return [l10n.t("You don't have permission to read or write this file."), 'retry', 'showLog'];
    case 'EDQUOT':
    case 'ENOSPC':
      return [l10n.t('The disk is full. Nothing was saved.'), 'retry'];
    case 'EBUSY':
      return [l10n.t('The file is open in another program.'), 'retry'];
    case 'EISDIR':
    case 'FileIsADirectory':
      return [l10n.t('This is a folder, not a file.')];
    default:
      return undefined;
  }
}

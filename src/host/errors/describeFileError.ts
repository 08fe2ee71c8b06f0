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
import { GitTimeoutError, PatchRefusedError } from '../../core/git/errors.ts';
import { NoWorkspaceError, OutsideFolderError } from '../../platform/files/insideFolder.ts';
import { byteText, oneLine } from '../vscode/formats.ts';
import type { ErrorMessage } from './errorMessage.ts';

/** Describes an error with a file that is sent or saved. */
export function describeFileError(error: unknown): ErrorMessage | undefined {
  if (error instanceof TooLargeError) return describeTooLarge(error);
  if (error instanceof EmptyShareError) {
    return { sentence: l10n.t('There is nothing to share. The content is empty.'), actions: [] };
  }
  if (error instanceof FileChangedError) {
    return {
      sentence: l10n.t('{0} changed while it was being read. Nothing was sent.', error.fileName),
      actions: ['retry'],
    };
  }
  if (error instanceof FileExistsError) {
    return { sentence: l10n.t('A file with this name already exists. Choose another name.'), actions: ['retry'] };
  }
  if (error instanceof IncompleteDownloadError) {
    const [received, expected] = [byteText(error.byteLength), byteText(error.expectedByteLength)];
    return {
      sentence: l10n.t('Download incomplete ({0} of {1}). Nothing was saved.', received, expected),
      actions: ['retry', 'showLog'],
    };
  }
  if (error instanceof DownloadTooLargeError) {
    const sentence = l10n.t('The file is larger than {0}. Nothing was saved.', byteText(error.maxByteLength));
    return { sentence, actions: [] };
  }
  if (error instanceof ForeignContentError) return { sentence: foreignSentence(error), actions: ['showLog'] };
  if (error instanceof PatchRefusedError) return { sentence: patchSentence(error), actions: [] };
  if (error instanceof GitTimeoutError) {
    return { sentence: l10n.t('Git did not answer in time. Nothing was sent.'), actions: ['retry'] };
  }
  return describeSaveError(error) ?? describeSystemError(error);
}

function foreignSentence({ host, problem }: ForeignContentError): string {
  return problem === 'other-server'
    ? l10n.t("The file is on another server ({0}). Roomside doesn't send your token there.", host)
    : l10n.t('The URL in the message is not that of an attachment.');
}

function patchSentence({ problem, output }: PatchRefusedError): string {
  if (problem === 'outside') return l10n.t('The patch changes files outside this workspace. No files were changed.');
  if (problem === 'link') {
    return l10n.t('The patch changes items that are not regular files, such as links. No files were changed.');
  }
  if (problem === 'unclear') {
    return l10n.t("The patch doesn't say clearly which files it changes. No files were changed.");
  }
  if (problem === 'changed') {
    return l10n.t('The files have changed in the meantime. The patch was not applied.');
  }
  return l10n.t('The patch does not apply. No files were changed. Git: {0}', oneLine(output.trim()));
}

function describeSaveError(error: unknown): ErrorMessage | undefined {
  if (error instanceof OutsideFolderError) {
    const sentence = l10n.t(
      '“{0}” is outside the workspace. Choose a folder in the workspace, or download the file instead.',
      basename(error.path),
    );
    return { sentence, actions: ['retry'] };
  }
  if (error instanceof NoWorkspaceError) {
    return { sentence: l10n.t('No folder is open. Open a folder first, or download the file instead.'), actions: [] };
  }
  return undefined;
}

function describeTooLarge({ what, fileName, byteLength, maxBytes }: TooLargeError): ErrorMessage {
  const [size, limit] = [byteText(byteLength), byteText(maxBytes)];
  const name = fileName ?? l10n.t('The file');
  const sentence =
    what === 'attachment'
      ? l10n.t('{0} is too large ({1}). The service accepts files up to {2}. Nothing was sent.', name, size, limit)
      : l10n.t(
          'The message is too long ({0}). The service accepts up to {1}. Share it as a file instead.',
          size,
          limit,
        );
  return { sentence, actions: [] };
}

/** Describes file system errors by their codes. */
function describeSystemError(error: unknown): ErrorMessage | undefined {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  switch (code) {
    case 'ENOENT':
    case 'FileNotFound':
      return { sentence: l10n.t('The file no longer exists.'), actions: ['retry'] };
    case 'EACCES':
    case 'EPERM':
    case 'NoPermissions':
      return {
        sentence: l10n.t("You don't have permission to read or write this file."),
        actions: ['retry', 'showLog'],
      };
    case 'ENOSPC':
      return { sentence: l10n.t('The disk is full. Nothing was saved.'), actions: ['retry'] };
    case 'EISDIR':
    case 'FileIsADirectory':
      return { sentence: l10n.t('This is a folder, not a file.'), actions: [] };
    default:
      return undefined;
  }
}

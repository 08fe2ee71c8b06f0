import { FilePermission, type FileStat, FileSystemError, FileType, type Uri, window } from 'vscode';
import { isMissing } from '../../core/api/errors.ts';
import { SignInRequiredError } from '../../core/auth/errors.ts';
import { describeError } from '../../host/errors/describeError.ts';
import { type AttachmentAddress, parseAttachmentUri, urisOfTab } from '../../host/vscode/uris.ts';
import { readBytes } from '../../platform/files/localFile.ts';
import type { AttachmentSource } from './attachmentSource.ts';

/**
 * The read-only files of attachments [A26] [A27]. `stat` requests the metadata, `readFile` the content.
 * @param onSignedOut called for a file that needs a sign-in, because VS Code does not show the reason
 */
export function attachmentFiles(source: AttachmentSource, onSignedOut: (uri: Uri, error: SignInRequiredError) => void) {
  /** Maps errors to file system errors. VS Code shows and logs their message, so it is the one of `describeError`. */
  const withFileSystemErrors = async <T>(uri: Uri, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isMissing(error)) throw FileSystemError.FileNotFound(uri);
      const { sentence } = describeError(error);
      if (!(error instanceof SignInRequiredError)) throw FileSystemError.Unavailable(sentence);
      onSignedOut(uri, error);
      throw FileSystemError.NoPermissions(sentence);
    }
  };
  return {
    async stat(uri: Uri): Promise<FileStat> {
      const { byteLength = 0 } = await withFileSystemErrors(uri, source.metadataOf(addressOf(uri)));
      return { type: FileType.File, ctime: 0, mtime: 0, size: byteLength, permissions: FilePermission.Readonly };
    },
    async readFile(uri: Uri): Promise<Uint8Array> {
      return readBytes(await withFileSystemErrors(uri, source.fileOf(addressOf(uri))));
    },
  };
}

function addressOf(uri: Uri): AttachmentAddress {
  const address = parseAttachmentUri(uri);
  if (address === undefined) throw FileSystemError.FileNotFound(uri);
  return address;
}

/** Closes the tabs and diff editors that show attachments of these accounts. */
export async function closeAttachments(accountIds: ReadonlySet<string>): Promise<void> {
  const isAffected = (uri: Uri): boolean => accountIds.has(parseAttachmentUri(uri)?.accountId ?? '');
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => urisOfTab(tab).some(isAffected));
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

import { basename } from 'node:path';
import { l10n, Uri, window, workspace } from 'vscode';
import { safeFileName } from '../../../core/attachments/fileNames.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { isDroppedFile } from '../../../host/commands/commandArguments.ts';
import { describeError } from '../../../host/errors/describeError.ts';
import { limitLines } from '../../../host/ui/askAboutSecrets.ts';
import type { StepLists } from '../../../host/ui/steps/stepLists.ts';
import { showWarningMessage } from '../../../host/vscode/notifications.ts';
import { currentResource, isInNoFileSystem } from '../../../host/vscode/workspaceFiles.ts';
import { NotPublicUrlError, parsePublicUrl } from '../../../platform/http/publicUrl.ts';
import { bytesAsFile, currentFile, type FileSource, untitledFile } from '../fileSource.ts';
import { shareableFiles, shareableUrl } from '../propose.ts';
import { type ShareSource, showNothingToShare } from './shareSource.ts';

/** "Share Current File to Room…": the file of the active editor, or of the tab whose menu was opened. */
export const currentFileSource: ShareSource = async ([clicked], { lists }) => {
  const uri = clicked instanceof Uri ? clicked : currentResource();
  if (uri === undefined) return showNothingToShare(l10n.t('Open a file to share it.'));
  const file = await fileAt(uri, lists);
  return file && shareableFiles({ files: [file] });
};

/**
 * "Share File to Room…": the files selected in the Explorer or dropped on a room, one message each. For a file with unsaved
 * changes, the user picks the version.
 */
export const explorerFilesSource: ShareSource = async ([clicked, selected], { lists }) => {
  const given: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const files: FileSource[] = [];
  const refused: RefusedFile[] = [];
  for (const each of given) {
    if (!(each instanceof Uri) && !isDroppedFile(each)) continue;
    try {
      const file =
        each instanceof Uri
          ? await fileAt(each, lists)
          : bytesAsFile(safeFileName(each.name, 'file'), await each.read());
      if (file === undefined) return undefined;
      files.push(file);
    } catch (error) {
      refused.push({ name: each instanceof Uri ? basename(each.path) : each.name, error });
    }
  }
  if (refused.length > 0 && !(await askToShareOthers(refused, files.length))) return undefined;
  if (files.length + refused.length === 0)
    await showNothingToShare(l10n.t('Select the files to share in the Explorer first.'));
  return files.length === 0 ? undefined : shareableFiles({ files });
};

interface RefusedFile {
  readonly name: string;
  readonly error: unknown;
}

/** Names the files that cannot be shared, and asks whether to share the others. */
async function askToShareOthers(refused: readonly RefusedFile[], otherCount: number): Promise<boolean> {
  const [first, ...more] = refused.map(refusalText);
  const message =
    more.length === 0
      ? (first ?? '')
      : l10n.t("Couldn't share {0} files: {1}", refused.length, limitLines([first ?? '', ...more]).join(' '));
  const others = otherCount === 1 ? l10n.t('Share the Other File') : l10n.t('Share the Other {0} Files', otherCount);
  return (await showWarningMessage(message, ...(otherCount === 0 ? [] : [others]))) === others;
}

/** Most messages already name the file. */
function refusalText({ name, error }: RefusedFile): string {
  const shown = displayTitle(name);
  const { sentence } = describeError(error);
  return sentence.includes(shown) ? sentence : l10n.t("Couldn't share {0}: {1}", shown, sentence);
}

function fileAt(uri: Uri, lists?: StepLists): Promise<FileSource | undefined> {
  const document = isInNoFileSystem(uri) && workspace.textDocuments.find((each) => `${each.uri}` === `${uri}`);
  return document ? Promise.resolve(untitledFile(document)) : currentFile(uri, lists);
}

/** "Share URL as File…": the service downloads the file, so it must be public [A22]. */
export const publicUrlSource: ShareSource = async (_, { title }) => {
  const text = await window.showInputBox({
    title,
    prompt: l10n.t('URL of a public file. The service downloads it, so it must not require sign-in.'),
    placeHolder: 'https://example.com/report.pdf',
    ignoreFocusOut: true,
    validateInput: urlProblem,
  });
  if (text === undefined) return undefined;
  return shareableUrl({ url: parsePublicUrl(text).href });
};

function urlProblem(text: string): string | undefined {
  try {
    parsePublicUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof NotPublicUrlError) return urlMessage(error);
    throw error;
  }
}

function urlMessage({ reason }: NotPublicUrlError): string {
  const messages = {
    empty: l10n.t('Enter the URL of a file.'),
    several: l10n.t('Enter only one URL. The service accepts one per message.'),
    malformed: l10n.t("This isn't a valid URL."),
    scheme: l10n.t('The URL must begin with https:// or http://.'),
    credentials: l10n.t('Remove the user name and password. Everyone in the room would see them.'),
    'private-host': l10n.t("The service can't reach this host because it is on your own network."),
  };
  return messages[reason];
}

import { homedir } from 'node:os';
import * as path from 'node:path';
import { l10n, Uri, window, workspace } from 'vscode';
import type { ServiceClient } from '../../core/api/client.ts';
import { saveBody } from '../../core/api/saveBody.ts';
import { safeFileName } from '../../core/attachments/safeFileName.ts';
import type { ServiceConnection } from '../../core/auth/serviceConnection.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import { byteText } from '../../host/byteText.ts';
import { withCancellableProgress } from '../../host/cancellableProgress.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import type { FailureReport } from '../../host/failureReport.ts';
import { pickRoom } from '../../host/pickRoom.ts';
import { roomIdOf } from '../../host/roomNode.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import { pickAttachment } from './pickAttachment.ts';

/** What downloading needs. */
export interface AttachmentPorts {
  readonly connection: ServiceConnection;
  readonly directory: RoomDirectory;
  readonly failures: FailureReport;
}

/** "Download Attachment…". */
export function createAttachmentCommands(ports: AttachmentPorts): CommandHandlers<'roomside.downloadAttachment'> {
  return { 'roomside.downloadAttachment': (argument) => downloadAttachment(ports, argument) };
}

async function downloadAttachment(ports: AttachmentPorts, argument: unknown): Promise<void> {
  const client = await ports.connection.client();
  const known = ports.directory.find(roomIdOf(argument) ?? '');
  const room = known ?? (await pickRoom(ports.directory, l10n.t('Download Attachment')));
  if (room === undefined) return;
  const act = l10n.t('The files of the room could not be listed.');
  const attachment = await pickAttachment(client, room, (error) => void ports.failures.show(error, { act }));
  if (attachment !== undefined) await download(ports, client, attachment.url);
}

/** The head first, for a name; then the user says where; then the bytes go to the disk as they come. */
async function download(ports: AttachmentPorts, client: ServiceClient, url: string): Promise<void> {
  const { fileName } = await client.headContent(url);
  const name = safeFileName(fileName, 'attachment');
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath ?? homedir();
  const defaultUri = Uri.file(path.join(folder, name));
  const target = await window.showSaveDialog({
    defaultUri,
    title: l10n.t('Save Attachment'),
    saveLabel: l10n.t('Save'),
  });
  if (target === undefined) return;
  const save = (): Promise<void> => saveTo(client, url, target, name);
  await save().catch((error: unknown) => {
    void ports.failures.show(error, { act: l10n.t('{0} was not saved.', name), retry: save });
  });
}

async function saveTo(client: ServiceClient, url: string, target: Uri, name: string): Promise<void> {
  await withCancellableProgress(l10n.t('Downloading {0}', name), async (signal, report) => {
    const { info, body } = await client.openContent(url, signal);
    const total = info.byteLength;
    const onProgress = (receivedBytes: number): void => {
      if (total === undefined) report(byteText(receivedBytes));
      else report(l10n.t('{0} of {1}', byteText(receivedBytes), byteText(total)), receivedBytes / Math.max(total, 1));
    };
    // The save dialog has asked already whether an existing file may be replaced.
    const options = { signal, onProgress, overwrite: true, ...(total !== undefined && { expectedByteLength: total }) };
    await saveBody(body, target.fsPath, options);
  });
  showSuccess(l10n.t('Saved {0}', name));
}

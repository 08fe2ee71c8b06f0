import { posix } from 'node:path';
import { l10n, Uri } from 'vscode';
import { fieldsOf } from '../../core/base/json.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { PatchRefusedError } from '../../core/git/errors.ts';
import { roomIdOf } from '../../host/commands/commandArguments.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { ErrorReporter } from '../../host/errors/errorReporter.ts';
import type { Services } from '../../host/services.ts';
import { listedRoom, pickRoom } from '../../host/ui/pickRoom.ts';
import { type AttachmentAddress, parseAttachmentUri } from '../../host/vscode/uris.ts';
import { currentResource } from '../../host/vscode/workspaceFiles.ts';
import { applyAttachment, compareAttachment, openAttachment, showAttachment } from './attachmentActions.ts';
import { attachmentFiles, closeAttachments } from './attachmentFiles.ts';
import { AttachmentSource, type AttachmentSourcePorts } from './attachmentSource.ts';
import { pickAttachment } from './pickAttachment.ts';
import { offerSaved, saveAs, saveIntoWorkspace } from './saveAttachment.ts';

export type AttachmentPorts = AttachmentSourcePorts & Pick<Services, 'directory' | 'marks' | 'emails' | 'errors'>;

type AttachmentAction = (source: AttachmentSource, address: AttachmentAddress) => Promise<void>;

/**
 * Attachments: a read-only file system and the commands. A command takes the URI of an attachment, `{ url }` from a
 * message or a row of the Rooms view, else it asks. Commands for open attachments default to the active editor.
 */
export function registerAttachments(ports: AttachmentPorts) {
  const source = new AttachmentSource(ports);
  const files = attachmentFiles(source, signedOutNotice(ports.errors));
  const following = ports.accounts.onDidChange(({ removed }) => {
    const ids = new Set(removed.map(({ id }) => id));
    const onError = (what: string) => (error: unknown) => ports.log.error(what, error);
    source.forget(ids).catch(onError('opened attachments could not be removed'));
    closeAttachments(ids).catch(onError('tabs of attachments could not be closed'));
  });
  const command = (title: string, action: AttachmentAction) => (argument: unknown) =>
    runCommand(ports, source, { title, action, argument });
  const onShown = (title: string, action: AttachmentAction) => (argument: unknown) =>
    runCommand(ports, source, { title, action, argument: argument ?? currentResource() });
  const save = onShown(l10n.t('Save Attachment to Workspace'), saveAction(ports, saveIntoWorkspace));
  const open: AttachmentAction = (from, address) => openAttachment(from, address, () => save(address));
  const commands = {
    'roomside.openAttachment': command(l10n.t('Open Attachment'), open),
    'roomside.downloadAttachment': command(l10n.t('Download Attachment'), saveAction(ports, saveAs)),
    'roomside.saveAttachment': save,
    'roomside.compareAttachment': onShown(l10n.t('Compare Attachment'), compareAttachment),
    'roomside.applyAttachment': onShown(l10n.t('Apply Attached Patch'), applyAttachment),
  } satisfies Partial<CommandHandlers>;
  return { commands, files, dispose: () => following.dispose() };
}

/** The command ends when the file is saved, without waiting for the notification. */
function saveAction(
  { errors }: AttachmentPorts,
  save: (source: AttachmentSource, address: AttachmentAddress) => Promise<Uri | undefined>,
): AttachmentAction {
  return async (source, address) => {
    const saved = await save(source, address);
    if (saved !== undefined) offerSaved(saved).catch((error: unknown) => void errors.report(error));
  };
}

/** Shows one notification at a time: VS Code requests a file several times and may restore many tabs. */
function signedOutNotice(errors: ErrorReporter): (uri: Uri, error: Error) => void {
  let isShown = false;
  return (uri, error) => {
    if (isShown) return;
    isShown = true;
    const context = l10n.t("Couldn't download {0}.", posix.basename(uri.path));
    const retry = () => showAttachment(uri);
    void errors.report(error, { context, retry }).finally(() => {
      isShown = false;
    });
  };
}

interface Command {
  readonly title: string;
  readonly action: AttachmentAction;
  readonly argument: unknown;
}

async function runCommand(ports: AttachmentPorts, source: AttachmentSource, command: Command): Promise<void> {
  const address = await chooseAttachment(ports, source, command).catch((error: unknown) => {
    const { name } = referenceOf(command.argument) ?? {};
    if (name === undefined) throw error;
    const context = l10n.t("Couldn't download {0}.", displayTitle(name));
    void ports.errors.report(error, { context, retry: () => runCommand(ports, source, command) });
    return undefined;
  });
  if (address === undefined) return;
  const action = (): Promise<void> => command.action(source, address);
  await action().catch((error: unknown) => {
    const isRefused = error instanceof PatchRefusedError;
    const context = isRefused
      ? l10n.t("Couldn't apply {0}.", address.name)
      : l10n.t("Couldn't download {0}.", address.name);
    void ports.errors.report(error, { context, retry: action });
  });
}

async function chooseAttachment(
  ports: AttachmentPorts,
  source: AttachmentSource,
  { title, argument }: Command,
): Promise<AttachmentAddress | undefined> {
  const address = argument instanceof Uri ? parseAttachmentUri(argument) : undefined;
  if (address !== undefined) return address;
  const file = referenceOf(argument);
  if (file !== undefined) return source.addressOf(file.url);
  const room = (await listedRoom(ports, roomIdOf(argument))) ?? (await pickRoom(ports, title));
  if (room === undefined) return undefined;
  const client = await ports.connection.client(room.account.id);
  const context = l10n.t("Couldn't list the files in “{0}”.", displayTitle(room.title));
  const onFailure = (error: unknown): void => void ports.errors.report(error, { context });
  const metadataOf = async (file: string, signal: AbortSignal) => (await source.addressOf(file, signal)).info;
  const attachment = await pickAttachment({ client, room, metadataOf, title, onFailure });
  return attachment && source.addressOf(attachment.url);
}

/** The reader passes the URL and, if known, the name. */
function referenceOf(argument: unknown): { readonly url: string; readonly name?: string } | undefined {
  const { url, name } = fieldsOf(argument);
  if (typeof url !== 'string') return undefined;
  return typeof name === 'string' && name !== '' ? { url, name } : { url };
}

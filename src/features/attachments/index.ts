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
import { showNothing } from '../../host/ui/showNothing.ts';
import { ReadOnlyTexts } from '../../host/vscode/readOnlyTexts.ts';
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
 * Attachments: a read-only file system and the commands. A command takes the URI of an attachment or `{ url }` from a message.
 * Without one Open Attachment asks, in the room of a row; the others are for the attachment in the active editor.
 */
export function registerAttachments(ports: AttachmentPorts) {
  const source = new AttachmentSource(ports);
  const texts = new ReadOnlyTexts('roomside-patch');
  const files = attachmentFiles(source, signedOutNotice(ports.errors));
  const following = ports.accounts.onDidChange(({ removed }) => {
    const ids = new Set(removed.map(({ id }) => id));
    const onError = (what: string) => (error: unknown) => ports.log.error(what, error);
    source.forget(ids).catch(onError('opened attachments could not be removed'));
    closeAttachments(ids).catch(onError('tabs of attachments could not be closed'));
  });
  const onShown = (action: AttachmentAction) => (argument: unknown) =>
    runCommand(ports, source, { action, argument: argument ?? currentResource() });
  const save = onShown(saveAction(ports, saveIntoWorkspace));
  const download = onShown(saveAction(ports, saveAs));
  const open: AttachmentAction = (from, address) =>
    openAttachment(from, address, { save: () => save(address), download: () => download(address) });
  const commands = {
    'roomside.openAttachment': (argument) => runCommand(ports, source, { action: open, argument, asks: true }),
    'roomside.downloadAttachment': download,
    'roomside.saveAttachment': save,
    'roomside.compareAttachment': onShown(compareAttachment),
    'roomside.applyAttachment': onShown((from, address) => applyAttachment(from, address, texts)),
  } satisfies Partial<CommandHandlers>;
  const dispose = (): void => {
    following.dispose();
    texts.dispose();
  };
  return { commands, files, dispose };
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
  readonly action: AttachmentAction;
  readonly argument: unknown;
  /** Asks for a room and a file if the argument is no attachment. */
  readonly asks?: boolean;
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
  { argument, asks = false }: Command,
): Promise<AttachmentAddress | undefined> {
  const address = argument instanceof Uri ? parseAttachmentUri(argument) : undefined;
  if (address !== undefined) return address;
  const file = referenceOf(argument);
  if (file !== undefined) return source.addressOf(file.url);
  if (!asks) {
    void showNothing(l10n.t('This command is for an open attachment. Open an attachment first.'));
    return undefined;
  }
  const room = (await listedRoom(ports, roomIdOf(argument))) ?? (await pickRoom(ports, l10n.t('Open Attachment')));
  if (room === undefined) return undefined;
  const client = await ports.connection.client(room.account.id);
  const context = l10n.t("Couldn't list the files in “{0}”.", displayTitle(room.title));
  const onFailure = (error: unknown): void => void ports.errors.report(error, { context });
  const metadataOf = async (file: string, signal: AbortSignal) => (await source.addressOf(file, signal)).info;
  const attachment = await pickAttachment({ client, room, metadataOf, onFailure });
  return attachment && source.addressOf(attachment.url);
}

/** The reader passes the URL and, if known, the name. */
function referenceOf(argument: unknown): { readonly url: string; readonly name?: string } | undefined {
  const { url, name } = fieldsOf(argument);
  if (typeof url !== 'string') return undefined;
  return typeof name === 'string' && name !== '' ? { url, name } : { url };
}

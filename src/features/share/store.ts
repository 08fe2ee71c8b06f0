import { l10n } from 'vscode';
import { ShareNotStoredError } from '../../core/outbox/errors.ts';
import { type NewShare, type ShareTarget, targetOf } from '../../core/outbox/newShare.ts';
import type { StoredShare } from '../../core/outbox/outbox.ts';
import type { SharedFile } from '../../core/outbox/shareRecord.ts';
import type { Services } from '../../host/services.ts';
import { showErrorMessage } from '../../host/vscode/notifications.ts';
import { contentOf } from '../../platform/files/openFilePart.ts';
import type { FileSource } from './fileSource.ts';
import type { Outgoing, Proposal } from './shareable.ts';

/** A message with its record in the outbox. */
export interface StoredMessage {
  readonly message: Outgoing;
  /** `undefined` if the user does not want to send it without a record, and after an error. */
  readonly share?: StoredShare | undefined;
  readonly error?: unknown;
}

/** The messages of a share, with records that are all written before the first is sent. */
export interface StoredMessages {
  readonly target: ShareTarget;
  readonly name: string;
  readonly messages: readonly StoredMessage[];
}

/**
 * Writes the records of a share. A file that cannot be stored does not keep the others, and leaves its comment to the next
 * one. Rejects if a text or a URL cannot be stored. `undefined` if the user declines to send it without a record.
 */
export async function store(
  ports: Pick<Services, 'outbox'>,
  target: ShareTarget,
  { name, messages }: Proposal,
): Promise<StoredMessages | undefined> {
  const stored: StoredMessage[] = [];
  let comment: string | undefined;
  for (const each of messages) {
    const { content } = each;
    const message: Outgoing =
      content.kind === 'file' && comment !== undefined ? { ...each, content: { ...content, text: comment } } : each;
    const isFile = message.content.kind === 'file';
    const next = await storeMessage(ports, target, message).catch((error: unknown): StoredMessage => {
      if (isFile) return { message, error };
      throw error;
    });
    if (next.share === undefined && !isFile) return undefined;
    comment = next.share === undefined && message.content.kind === 'file' ? message.content.text : undefined;
    stored.push(next);
  }
  return { target, name, messages: stored };
}

async function storeMessage(
  ports: Pick<Services, 'outbox'>,
  target: ShareTarget,
  message: Outgoing,
): Promise<StoredMessage> {
  const { content } = message;
  const share: NewShare = {
    ...message,
    room: targetOf(target),
    content: content.kind === 'file' ? { ...content, file: await sharedFile(content.file) } : content,
  };
  try {
    return { message, share: await ports.outbox.store(share) };
  } catch (error) {
    if (!(error instanceof ShareNotStoredError)) throw error;
    if (!(await askToSendUnstored(share.name, error))) return { message };
    return { message, share: await ports.outbox.store(share, { isMemoryOnly: true }) };
  }
}

/** The outbox does not send a file of another version than the one that was shown. */
async function sharedFile(file: FileSource): Promise<SharedFile> {
  const part = await file.open();
  const { name, mediaType, byteLength } = part;
  const facts = { name, mediaType, byteLength };
  const { path, version } = file;
  if (path !== undefined && version !== undefined && !file.isFixed) return { ...facts, path, version };
  return { ...facts, bytes: await contentOf(part) };
}

/** The confirmation waits for the answer. VS Code hides a warning with its button after a while, and an error never. */
async function askToSendUnstored(name: string, { code }: ShareNotStoredError): Promise<boolean> {
  const problem =
    code === 'ENOSPC'
      ? l10n.t("{0} wasn't sent. The disk is full, so no copy could be saved for retries.", name)
      : l10n.t("{0} wasn't sent. No copy could be saved for retries ({1}).", name, code);
  const sendAnyway = l10n.t('Send Anyway');
  return (await showErrorMessage(problem, sendAnyway)) === sendAnyway;
}

import { l10n, TabInputText, type TextDocument, type Uri, window, workspace } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import type { MessageDraft } from '../../core/share/compose/messageDraft.ts';
import { assertMessageFits, EmptyShareError } from '../../core/share/limits.ts';
import { draftInFront, draftUri } from '../../host/messageDrafts.ts';
import { pickRoom } from '../../host/pickRoom.ts';
import { relativeTime } from '../../host/relativeTime.ts';
import { roomIdOf } from '../../host/roomNode.ts';
import { settings } from '../../host/settings.ts';
import { messageOf } from './draftFacts.ts';
import type { ComposerPorts } from './ports.ts';

interface DraftDocument {
  readonly document: TextDocument;
  readonly draft: MessageDraft;
}

/** "Send Message…": a room, then a document to write in. A message to this room that was begun before is gone on with. */
export async function beginMessage(ports: ComposerPorts, argument: unknown): Promise<void> {
  await ports.connection.client();
  const roomId = roomIdOf(argument);
  const row = roomId === undefined ? undefined : ports.directory.find(roomId);
  const room = row ?? (await pickRoom(ports, l10n.t('Send Message'), 1));
  if (room === undefined) return;
  const name = l10n.t('The message');
  const begun = (await ports.drafts.list()).find((draft) => draft.room.id === room.id && draft.name === name);
  if (begun !== undefined && (await ports.drafts.isOfAccountInUse(begun))) await ports.drafts.open(begun);
  else await ports.drafts.begin(room, { name, text: '' });
}

/**
 * Sends the draft in front by the road every share takes. It is closed and forgotten once the message is on that road, for
 * what cannot go now is kept there.
 * @throws {SignInRequiredError} {@link EmptyShareError} {@link TooLargeError}
 */
export function sendDraft(ports: ComposerPorts): Promise<void> {
  return send(ports, ({ document, draft }) => {
    const markdown = messageOf(document);
    assertMessageFits(markdown, settings.maxMessageBytes.value);
    return ports.sendText(draft.room, draft.name, markdown);
  });
}

/** The same as a file, for what is too long for a message or holds what a message cannot say. */
export function sendDraftAsFile(ports: ComposerPorts): Promise<void> {
  return send(ports, ({ document, draft }) => ports.sendTextAsFile(draft.room, 'message.md', document.getText()));
}

async function send(ports: ComposerPorts, act: (inFront: DraftDocument) => Promise<boolean>): Promise<void> {
  const inFront = await draftDocument(ports);
  if (inFront === undefined) return;
  await ports.connection.client();
  if (!(await ports.drafts.isOfAccountInUse(inFront.draft))) return sayOtherAccount(ports);
  if (inFront.document.getText().trim() === '') throw new EmptyShareError();
  if (await act(inFront)) await forget(ports, inFront.draft);
}

/** Throws the draft in front away, after a question where something is lost by it. */
export async function discardDraft(ports: ComposerPorts): Promise<void> {
  const inFront = await draftDocument(ports);
  if (inFront === undefined) return;
  const { document, draft } = inFront;
  const discard = l10n.t('Discard');
  const question = l10n.t('Discard the message to “{0}”?', displayTitle(draft.room.title));
  const detail = l10n.t('What is written in it is lost.');
  const isEmpty = document.getText().trim() === '';
  if (!isEmpty && (await window.showWarningMessage(question, { modal: true, detail }, discard)) !== discard) return;
  await forget(ports, draft);
}

/** The draft in front goes to another room. */
export async function changeDraftRoom(ports: ComposerPorts): Promise<void> {
  const inFront = await draftDocument(ports);
  if (inFront === undefined) return;
  await ports.connection.client();
  const room = await pickRoom(ports, l10n.t('Change Room'), 1);
  if (room === undefined) return;
  const { document, draft } = inFront;
  const kept = (await ports.drafts.keep(document.uri, document.getText())) ?? draft;
  const redirected = await ports.drafts.redirect(kept, room);
  if (draftUri(redirected).toString() !== document.uri.toString()) {
    await closeTabs(document.uri);
    await ports.drafts.open(redirected);
  }
}

/** Opens one of the messages that were begun and not sent. */
export async function openDraft({ drafts }: ComposerPorts): Promise<void> {
  const rows = (await drafts.list()).map((draft) => ({
    label: displayTitle(draft.room.title),
    description: relativeTime(new Date(draft.savedMs).toISOString(), Date.now()),
    detail: displayTitle(draft.text) || l10n.t('Nothing is written yet.'),
    draft,
  }));
  if (rows.length === 0) return void window.showInformationMessage(l10n.t('There are no unsent messages.'));
  const placeHolder = l10n.t('Choose a message to go on with');
  const row = await window.showQuickPick(rows, { title: l10n.t('Open Draft'), placeHolder, matchOnDetail: true });
  if (row !== undefined) await drafts.open(row.draft);
}

async function draftDocument({ drafts }: ComposerPorts): Promise<DraftDocument | undefined> {
  const document = draftInFront();
  const draft = document && (await drafts.find(document.uri));
  return document && draft && { document, draft };
}

async function sayOtherAccount(ports: ComposerPorts): Promise<void> {
  const change = l10n.t('Change Room…');
  const problem = l10n.t('This message was written for a room of another account.');
  if ((await window.showWarningMessage(problem, change)) === change) await changeDraftRoom(ports);
}

async function forget({ drafts }: ComposerPorts, draft: MessageDraft): Promise<void> {
  await closeTabs(draftUri(draft));
  await drafts.remove(draft);
}

/** Saved first: closing a changed document would ask whether to keep it. */
async function closeTabs(uri: Uri): Promise<void> {
  const address = uri.toString();
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(({ input }) => input instanceof TabInputText && input.uri.toString() === address);
  await workspace.textDocuments.find((document) => document.uri.toString() === address)?.save();
  if (own.length > 0) await window.tabGroups.close(own);
}

import { l10n, type TextDocument, type Uri, window, workspace } from 'vscode';
import { EmptyShareError } from '../../core/attachments/limits.ts';
import { fieldsOf } from '../../core/base/json.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { MessageDraft } from '../../core/drafts/messageDraft.ts';
import { parentOf, roomIdOf } from '../../host/commands/commandArguments.ts';
import type { Services } from '../../host/services.ts';
import { isNamedMessage, messageName } from '../../host/ui/describeShare.ts';
import { iconLabel } from '../../host/ui/iconLabel.ts';
import { type MessageSize, sizeOf } from '../../host/ui/messageSize.ts';
import { listedRoom, pickRoom } from '../../host/ui/pickRoom.ts';
import type { DraftActions, SendText, WrittenText } from '../../host/ui/shareOutcome.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { relativeTime } from '../../host/vscode/formats.ts';
import { clickedDraft, draftUri } from '../../host/vscode/messageDrafts.ts';
import { askBefore, showErrorMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';
import { messageOf } from './draftFacts.ts';
import { saveDraft } from './draftFiles.ts';

export interface ComposerPorts
  extends Pick<Services, 'connection' | 'directory' | 'marks' | 'emails' | 'drafts' | 'errors' | 'clock' | 'outbox'> {
  /** Ids of the drafts that are being sent. */
  readonly sending: Set<string>;
  readonly sendText: SendText;
  /** Shows again what is shown of the active draft. */
  refresh(): void;
}

interface ActiveDraft {
  readonly document: TextDocument;
  readonly draft: MessageDraft;
}

/**
 * "Send Message…": opens a document for a message to a room. Without a text, an existing draft for the room or
 * the thread is opened again. `isBeside` opens it beside the active editor.
 */
export async function composeMessage(ports: ComposerPorts, argument: unknown): Promise<void> {
  const roomId = roomIdOf(argument);
  const named = await listedRoom(ports, roomId);
  if (roomId !== undefined && named === undefined)
    void showWarningMessage(l10n.t("The room wasn't found. Choose another one."));
  const room = named ?? (await pickRoom(ports, l10n.t('Send Message'), { totalSteps: 1 }));
  if (room === undefined) return;
  const { text, parent: replied, isBeside } = replyOf(argument);
  // A message of one room has no replies in another one.
  const parent = named && replied;
  const how = { isBeside, takesFocus: true };
  const name = messageName(parent !== undefined);
  if (text !== undefined) return void (await ports.drafts.create(room, { name, text, ...(parent && { parent }) }, how));
  const { drafts } = await ports.drafts.list();
  const existing = drafts.find(
    (draft) =>
      draft.accountId === room.account.id &&
      draft.room.id === room.id &&
      draft.name === name &&
      draft.edits === undefined &&
      draft.parent?.id === parent?.id,
  );
  if (existing !== undefined) await ports.drafts.open(existing, how);
  else await ports.drafts.create(room, { name, text: '', ...(parent && { parent }) }, how);
}

function replyOf(argument: unknown) {
  const { text, isBeside } = fieldsOf(argument);
  return {
    text: typeof text === 'string' ? text : undefined,
    parent: parentOf(argument),
    isBeside: isBeside === true,
  };
}

/**
 * Shares the active draft. The draft is closed and deleted once the message is sent or queued: the outbox keeps what
 * cannot be sent now.
 * @throws {SignInRequiredError}
 * @throws {EmptyShareError}
 */
export async function sendDraft(ports: ComposerPorts, clicked: unknown): Promise<void> {
  const active = await findActiveDraft(ports, clicked);
  if (active === undefined) return;
  const size = sizeOf(messageOf(active.document));
  if (size.isTooLong) offerAsFile(ports, active, size);
  else await send(ports, active, 'text');
}

/** The command ends when the notification is shown, without waiting for its button. */
function offerAsFile(ports: ComposerPorts, active: ActiveDraft, size: MessageSize): void {
  const { room } = active.draft;
  const message = l10n.t('The message to “{0}” is too long: {1}.', displayTitle(room.title), size.withLimit);
  const asFile = l10n.t('Send as File Instead');
  const offer = async (): Promise<void> => {
    if ((await showErrorMessage(message, asFile)) !== asFile) return;
    const now = await draftNow(ports, active);
    if (now !== undefined) await send(ports, now, 'file');
  };
  offer().catch((error: unknown) => void ports.errors.report(error));
}

/** A draft after a notification, which may stay open while the draft gets another room and text. Says so if it is gone. */
async function draftNow({ drafts }: ComposerPorts, { document }: ActiveDraft): Promise<ActiveDraft | undefined> {
  const draft = await drafts.find(document.uri);
  if (draft !== undefined) return { document: await workspace.openTextDocument(draftUri(draft)), draft };
  showNotice(l10n.t('The draft was sent or discarded.'));
  return undefined;
}

/** Sends the active draft as a file: for text that is too long or contains what a message cannot show. */
export async function sendDraftAsFile(ports: ComposerPorts, clicked: unknown): Promise<void> {
  const active = await findActiveDraft(ports, clicked);
  if (active !== undefined) await send(ports, active, 'file');
}

async function send(ports: ComposerPorts, active: ActiveDraft, form: 'text' | 'file'): Promise<void> {
  const { document, draft } = active;
  const { account } = await ports.connection.requireSession();
  if (account.id !== draft.accountId) return warnAboutOtherAccount(ports, active);
  const sent = document.getText();
  if (sent.trim() === '') throw new EmptyShareError();
  // The same draft is already being sent.
  if (ports.sending.has(draft.id)) return;
  const written = writtenText(ports, active, form);
  const { edits } = written.draft;
  if (written.isFile && edits) return offerAsReply(edits);
  ports.sending.add(draft.id);
  try {
    const target = { ...draft.room, account, parentId: draft.parent?.id };
    if (!(await ports.sendText(target, written))) return;
    await saveDraft(document, ports.clock);
    if (document.getText() === sent) await deleteDraft(ports, active);
    else showNotice(l10n.t('Changes made after sending were kept in the draft.'));
  } finally {
    ports.sending.delete(draft.id);
  }
}

/** For a draft that edits a message. */
async function offerAsReply({ sendAsReply }: NonNullable<DraftActions['edits']>): Promise<void> {
  const reply = l10n.t('Send as Reply');
  if ((await showWarningMessage(l10n.t("A file can't replace the text of a message."), reply)) === reply)
    await sendAsReply();
}

function writtenText(ports: ComposerPorts, active: ActiveDraft, form: 'text' | 'file'): WrittenText {
  const { document, draft } = active;
  // A reply that has left its thread is a message.
  const name = isNamedMessage(draft.name) ? messageName(draft.parent !== undefined) : draft.name;
  const { edits, editedText } = draft;
  const sendAsReply = async (): Promise<void> => {
    const now = await draftNow(ports, active);
    const reply = now && (await ports.drafts.replyInstead(now.draft));
    if (now !== undefined && reply !== undefined) await send(ports, { ...now, draft: reply }, form);
  };
  const actions: DraftActions = {
    edits: edits === undefined ? undefined : { messageId: edits, editedText, sendAsReply },
    changeRoom: async () => changeRoomOf(ports, await draftNow(ports, active)),
    async sendToRoom() {
      const left = await ports.drafts.leaveThread(draft);
      if (left === undefined) return false;
      await send(ports, { document: await workspace.openTextDocument(draftUri(left)), draft: left }, form);
      return true;
    },
  };
  return form === 'file'
    ? { name: 'message.md', text: document.getText(), isFile: true, draft: actions }
    : { name, text: messageOf(document), places: draft.places, draft: actions };
}

/** Discards the active draft, after a question unless it is empty. */
export async function discardDraft(ports: ComposerPorts, clicked: unknown): Promise<void> {
  const active = await findActiveDraft(ports, clicked);
  if (active === undefined) return;
  const { document, draft } = active;
  const question = l10n.t('Discard the draft for “{0}”?', displayTitle(draft.room.title));
  const detail = l10n.t('Your draft will be deleted.');
  const isEmpty = document.getText().trim() === '';
  if (!isEmpty && !(await askBefore(l10n.t('Discard'), question, detail))) return;
  await deleteDraft(ports, active);
}

/** Moves the active draft to the chosen room. A reply leaves its thread, even when the room is the same. */
export async function changeDraftRoom(ports: ComposerPorts, clicked: unknown): Promise<void> {
  await changeRoomOf(ports, await findActiveDraft(ports, clicked));
}

async function changeRoomOf(ports: ComposerPorts, active: ActiveDraft | undefined): Promise<void> {
  if (active === undefined) return;
  const { document, draft } = active;
  const room = await pickRoom(ports, l10n.t('Change Room'), { totalSteps: 1 });
  if (room === undefined) return;
  if (!(await saveDraft(document, ports.clock))) return;
  const redirected = await ports.drafts.changeRoom(draft, room);
  if (redirected === undefined || draftUri(redirected).toString() === document.uri.toString()) return ports.refresh();
  await ports.drafts.open(redirected);
  await closeTabs(document.uri);
}

/** Opens an unsent message. */
export async function openDraft({ drafts }: ComposerPorts): Promise<void> {
  const list = await drafts.list();
  const rows = list.drafts.map((draft) => ({
    label: displayTitle(draft.room.title),
    description: relativeTime(draft.savedMs, Date.now()),
    detail: displayTitle(draft.text) || l10n.t('Empty draft'),
    draft,
  }));
  const unreadable = list.unreadable.map(({ code }) => ({
    ...iconLabel('warning', l10n.t('Unreadable draft')),
    description: code === 'newer' ? l10n.t('from a newer version of Roomside') : code,
    detail: '',
    draft: undefined,
  }));
  if (rows.length + unreadable.length === 0) return void showNothing(l10n.t('There are no drafts.'));
  const placeHolder = l10n.t('Select a draft to continue');
  const row = await window.showQuickPick([...rows, ...unreadable], {
    title: l10n.t('Open Draft'),
    placeHolder,
    matchOnDetail: true,
  });
  if (row?.draft !== undefined) await drafts.open(row.draft);
}

/** The draft whose title was clicked, else the one of the active editor. Says so if there is none. */
async function findActiveDraft({ drafts }: ComposerPorts, clicked: unknown): Promise<ActiveDraft | undefined> {
  const document = await clickedDraft(clicked);
  const draft = document && (await drafts.find(document.uri));
  if (document !== undefined && draft !== undefined) return { document, draft };
  void showNothing(l10n.t('Open a draft first.'));
  return undefined;
}

async function warnAboutOtherAccount(ports: ComposerPorts, active: ActiveDraft): Promise<void> {
  const change = l10n.t('Change Room…');
  const problem = l10n.t('This draft is for a room of another account.');
  if ((await showWarningMessage(problem, change)) === change) await changeRoomOf(ports, await draftNow(ports, active));
}

/** Saves first: VS Code would ask whether to save a changed document. The draft is gone before its tab, as nothing is kept. */
async function deleteDraft({ drafts, clock }: ComposerPorts, { document, draft }: ActiveDraft): Promise<void> {
  await saveDraft(document, clock);
  await drafts.remove(draft);
  await closeTabs(document.uri);
}

async function closeTabs(draft: Uri): Promise<void> {
  const own = textTabs(draftScheme).filter(({ uri }) => uri.toString() === draft.toString());
  if (own.length > 0) await window.tabGroups.close(own.map(({ tab }) => tab));
}

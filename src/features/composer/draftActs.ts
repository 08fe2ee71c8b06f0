import { l10n, TabInputText, type TextDocument, window } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import type { MessageDraft } from '../../core/share/compose/messageDraft.ts';
import { EmptyShareError } from '../../core/share/limits.ts';
import { draftInFront, draftUri } from '../../host/messageDrafts.ts';
import { pickRoom } from '../../host/pickRoom.ts';
import { relativeTime } from '../../host/relativeTime.ts';
import { roomIdOf } from '../../host/roomNode.ts';
import { showNotice } from '../../host/statusMessage.ts';
import { messageOf, sizeOf } from './draftFacts.ts';
import type { ComposerPorts } from './ports.ts';
import { saveDraft } from './saveDraft.ts';

interface DraftDocument {
  readonly document: TextDocument;
  readonly draft: MessageDraft;
}

/**
 * "Send Message…": a room, then a document to write in. A message to this room that was begun before is gone on with,
 * unless this one begins with a quote. `isBeside` opens it beside what is in front.
 */
export async function beginMessage(ports: ComposerPorts, argument: unknown): Promise<void> {
  await ports.connection.client();
  const roomId = roomIdOf(argument);
  const row = roomId === undefined ? undefined : ports.directory.find(roomId);
  const room = row ?? (await pickRoom(ports, l10n.t('Send Message'), 1));
  if (room === undefined) return;
  const { quote, isBeside } = replyOf(argument);
  const how = { isAside: isBeside, takesFocus: true };
  if (quote !== undefined) return ports.drafts.begin(room, { name: l10n.t('Reply'), text: quote }, how);
  const name = l10n.t('Message');
  const { drafts } = await ports.drafts.list();
  const begun = drafts.find((draft) => draft.room.id === room.id && draft.name === name);
  if (begun !== undefined && (await ports.drafts.isOfAccountInUse(begun))) await ports.drafts.open(begun, how);
  else await ports.drafts.begin(room, { name, text: '' }, how);
}

/** What the reader adds to the room: the quote a reply begins with, and where it opens. */
function replyOf(argument: unknown): { readonly quote: string | undefined; readonly isBeside: boolean } {
  const { quote, isBeside } = (argument ?? {}) as { readonly quote?: unknown; readonly isBeside?: unknown };
  return { quote: typeof quote === 'string' ? quote : undefined, isBeside: isBeside === true };
}

/**
 * Sends the draft in front by the road every share takes. It is closed and forgotten once the message is on that road, for
 * what cannot go now is kept there.
 * @throws {SignInRequiredError} {@link EmptyShareError}
 */
export async function sendDraft(ports: ComposerPorts): Promise<void> {
  const inFront = await draftDocument(ports);
  if (inFront === undefined) return;
  const { document, draft } = inFront;
  if (sizeOf(messageOf(document)).isTooLong) return offerAsFile(ports, inFront);
  const changeRoom = () => changeRoomOf(ports, inFront);
  await send(ports, inFront, () =>
    ports.sendText(draft.room, { name: draft.name, markdown: messageOf(document), changeRoom }),
  );
}

/** The command has done its work when the notice is there, however long that stays. */
function offerAsFile(ports: ComposerPorts, inFront: DraftDocument): void {
  const { room } = inFront.draft;
  const { words } = sizeOf(messageOf(inFront.document));
  const said = l10n.t('The message to “{0}” is too long ({1}).', displayTitle(room.title), words);
  const asFile = l10n.t('Send as a File Instead');
  const offer = async (): Promise<void> => {
    if ((await window.showErrorMessage(said, asFile)) === asFile) await sendAsFile(ports, inFront);
  };
  offer().catch((error: unknown) => void ports.errors.report(error));
}

/** The same as a file, for what is too long for a message or holds what a message cannot say. */
export async function sendDraftAsFile(ports: ComposerPorts): Promise<void> {
  const inFront = await draftDocument(ports);
  if (inFront !== undefined) await sendAsFile(ports, inFront);
}

function sendAsFile(ports: ComposerPorts, inFront: DraftDocument): Promise<void> {
  const { document, draft } = inFront;
  return send(ports, inFront, () => ports.sendTextAsFile(draft.room, 'message.md', document.getText()));
}

async function send(ports: ComposerPorts, inFront: DraftDocument, act: () => Promise<boolean>): Promise<void> {
  await ports.connection.client();
  if (!(await ports.drafts.isOfAccountInUse(inFront.draft))) return sayOtherAccount(ports);
  const { document, draft } = inFront;
  const sent = document.getText();
  if (sent.trim() === '') throw new EmptyShareError();
  // Pressed once more while it is on its way.
  if (ports.sending.has(draft.id)) return;
  ports.sending.add(draft.id);
  try {
    if (!(await act())) return;
    await saveDraft(document, ports.clock);
    if (document.getText() === sent) await forget(ports, inFront);
    else showNotice(l10n.t('What you wrote after sending is kept in the draft.'));
  } finally {
    ports.sending.delete(draft.id);
  }
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
  await forget(ports, inFront);
}

/** The draft in front goes to another room. */
export async function changeDraftRoom(ports: ComposerPorts): Promise<void> {
  const inFront = await draftDocument(ports);
  if (inFront !== undefined) await changeRoomOf(ports, inFront);
}

async function changeRoomOf(ports: ComposerPorts, { document, draft }: DraftDocument): Promise<void> {
  await ports.connection.client();
  const room = await pickRoom(ports, l10n.t('Change Room'), 1);
  if (room === undefined) return;
  if (!(await saveDraft(document, ports.clock))) return;
  const redirected = await ports.drafts.redirect(draft, room);
  if (draftUri(redirected).toString() !== document.uri.toString()) {
    await close(ports, document);
    await ports.drafts.open(redirected);
  }
}

/** Opens one of the messages that were begun and not sent. */
export async function openDraft({ drafts }: ComposerPorts): Promise<void> {
  const list = await drafts.list();
  const rows = list.drafts.map((draft) => ({
    label: displayTitle(draft.room.title),
    description: relativeTime(new Date(draft.savedMs).toISOString(), Date.now()),
    detail: displayTitle(draft.text) || l10n.t('Nothing is written yet.'),
    draft,
  }));
  const unreadable = list.unreadable.map(({ code }) => ({
    label: `$(warning) ${l10n.t('A draft that can’t be read')}`,
    description: code,
    detail: '',
    draft: undefined,
  }));
  if (rows.length + unreadable.length === 0)
    return void window.showInformationMessage(l10n.t('There are no unsent messages.'));
  const placeHolder = l10n.t('Choose a message to go on with');
  const row = await window.showQuickPick([...rows, ...unreadable], {
    title: l10n.t('Open Draft'),
    placeHolder,
    matchOnDetail: true,
  });
  if (row?.draft !== undefined) await drafts.open(row.draft);
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

async function forget(ports: ComposerPorts, { document, draft }: DraftDocument): Promise<void> {
  await close(ports, document);
  await ports.drafts.remove(draft);
}

/** Saved first: closing a changed document would ask whether to keep it. */
async function close({ clock }: ComposerPorts, document: TextDocument): Promise<void> {
  const address = document.uri.toString();
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(({ input }) => input instanceof TabInputText && input.uri.toString() === address);
  await saveDraft(document, clock);
  if (own.length > 0) await window.tabGroups.close(own);
}

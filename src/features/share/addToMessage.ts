import { l10n, Range, WorkspaceEdit, window, workspace } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { sentText } from '../../core/drafts/draftText.ts';
import type { MessageDraft } from '../../core/drafts/messageDraft.ts';
import { placesOf } from '../../core/snippet/codePlace.ts';
import { limitLines } from '../../host/ui/askAboutSecrets.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { sizeOf } from '../../host/ui/messageSize.ts';
import { pickRoom } from '../../host/ui/pickRoom.ts';
import { showNotice, showSuccess } from '../../host/ui/statusBar.ts';
import { draftUri } from '../../host/vscode/messageDrafts.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';
import { markdownOf, type Shareable } from './shareable.ts';
import type { SharePorts } from './step.ts';

/** The draft that this window has added to last, by its id. */
let lastId: string | undefined;

/**
 * "Add Selection to Message": code joins the open draft, under its own header. Without one, a draft begins in the room that
 * the user picks. The focus stays in the code.
 */
export async function addToMessage(ports: SharePorts, { propose }: Shareable): Promise<void> {
  const proposal = await propose('send', undefined);
  const {
    messages: [message],
    name,
    warnings = [],
  } = proposal;
  const block = markdownOf(proposal) ?? '';
  // A draft has no confirmation that shows them.
  const question = l10n.t('Add {0} to the message?', displayTitle(name));
  if (warnings.length > 0 && !(await askBefore(l10n.t('Add'), question, limitLines(warnings).join('\n')))) return;
  const places = placesOf(message?.origin);
  const open = await openDraft(ports);
  if (open === 'cancelled') return;
  const draft = open ?? (await newDraft(ports, { block, places }));
  if (draft === undefined) return;
  lastId = draft.id;
  const text = open === undefined ? draft.text : await append(ports, draft, { block, places });
  const size = sizeOf(sentText(text));
  const notice = l10n.t({
    message: 'Added to the message to {0} · {1}',
    args: [displayTitle(draft.room.title), size.isTooLong ? size.withLimit : size.text],
    comment: '{0}: a room or a person, {1}: a size',
  });
  if (size.isTooLong) showNotice(notice);
  else showSuccess(notice);
}

interface AddedCode {
  readonly block: string;
  readonly places: NonNullable<MessageDraft['places']>;
}

/** The draft in a tab: the one that was added to before, the only one, or the one that the user picks. */
async function openDraft({ drafts }: SharePorts): Promise<MessageDraft | 'cancelled' | undefined> {
  const found = await Promise.all(textTabs(draftScheme).map(({ uri }) => drafts.find(uri)));
  const rows: { label: string; detail: string; draft: MessageDraft }[] = [];
  for (const draft of found) {
    if (draft === undefined || rows.some((row) => row.draft.id === draft.id)) continue;
    if (!(await drafts.isOfActiveAccount(draft))) continue;
    rows.push({
      label: displayTitle(draft.room.title),
      detail: displayTitle(draft.text) || l10n.t('Empty draft'),
      draft,
    });
  }
  const known = rows.find(({ draft }) => draft.id === lastId) ?? (rows.length < 2 ? rows[0] : undefined);
  if (known !== undefined || rows.length === 0) return known?.draft;
  const title = l10n.t('Add Selection to Message');
  return (await window.showQuickPick(rows, { title, ignoreFocusOut: true }))?.draft ?? 'cancelled';
}

async function newDraft(ports: SharePorts, { block, places }: AddedCode): Promise<MessageDraft | undefined> {
  const room = await pickRoom(ports, l10n.t('Add Selection to Message'), { totalSteps: 1 });
  // The cursor is before the code. Blank lines there are not sent.
  const draft = { name: messageName(false), text: `\n\n${block}\n`, places };
  return room && ports.drafts.create(room, draft, { isAtStart: true, isBeside: true });
}

/** @returns the whole text */
async function append({ drafts }: SharePorts, draft: MessageDraft, { block, places }: AddedCode): Promise<string> {
  await drafts.addPlaces(draft, places);
  const document = await workspace.openTextDocument(draftUri(draft));
  const before = document.getText();
  const gap = before.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - (/\n*$/.exec(before)?.[0].length ?? 0)));
  const end = document.validateRange(new Range(document.lineCount, 0, document.lineCount, 0)).end;
  const edit = new WorkspaceEdit();
  // What is typed at the end must not join the closing fence.
  edit.insert(document.uri, end, `${gap}${block}\n`);
  if (!(await workspace.applyEdit(edit))) throw new Error('the draft could not be changed');
  await document.save();
  return document.getText();
}

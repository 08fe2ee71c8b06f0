import { l10n, type QuickPick, type QuickPickItem, QuickPickItemKind } from 'vscode';
import { displayTitle, plainText } from '../../../core/base/text/displayText.ts';
import { limitLines } from '../../../host/ui/askAboutSecrets.ts';
import { roomWarnings } from '../../../host/ui/describeAudience.ts';
import { iconLabel } from '../../../host/ui/iconLabel.ts';
import { showWarningMessage } from '../../../host/vscode/notifications.ts';
import type { Checked } from '../checkSecrets.ts';
import { factsOf } from '../describeProposal.ts';
import { type AlternativeShare, filesOf, markdownOf, type SendChoice } from '../shareable.ts';
import { isSendable, type ShownShare, targetText } from '../step.ts';

/** What a row does. `sendAsIs` sends possible secrets. */
type StepAction =
  | SendChoice
  | 'sendAsIs'
  | 'mask'
  | 'unmask'
  | 'exactText'
  | 'reply'
  | AlternativeShare
  | 'edit'
  | 'copy'
  | 'read'
  | 'more'
  | 'warnings';

export interface StepRow extends QuickPickItem {
  readonly action?: StepAction;
}

/** Rows that take no room before the user asks for more. */
const rareActions: ReadonlySet<StepAction | undefined> = new Set<StepAction>([
  'edit',
  'asFile',
  'copy',
  'reply',
  'exactText',
]);

/** The rows of the confirmation. The first one is active: it never sends a possible secret. */
export function confirmationRows(shown: ShownShare, audience: string, hasMore: boolean): readonly StepRow[] {
  const { proposal } = shown;
  // What matters most is not cut in a narrow list.
  const description = [proposal.notSearched, audience, factsOf(proposal)].filter(Boolean).join(' · ');
  const [main, ...others] = actionRows(shown);
  const warnings = warningsOf(shown).map((label) => stepRow('warnings', 'warning', plainText(label)));
  // Enter sends below the warnings, so that the row and the placeholder say that there are some.
  const count = main?.action === 'send' ? warningCount(warnings.length) : '';
  const mainRow = main && { ...main, label: [main.label, count].filter(Boolean).join(' · '), description };
  // Risks that cannot be masked come first, and Enter shows them in full.
  const isFirst = isRisky(shown) && proposal.maskableCount === 0;
  const rows = [
    ...(isFirst ? warnings : []),
    ...(mainRow ? [mainRow] : []),
    ...(isFirst ? [] : section(l10n.t('Warnings'), warnings)),
    ...section(l10n.t('Other actions'), hasMore ? others : withoutRare(others)),
  ];
  // The box holds a comment, which must not filter the actions.
  return rows.map((row) => ({ ...row, alwaysShow: true }));
}

function withoutRare(rows: readonly StepRow[]): readonly StepRow[] {
  const usual = rows.filter(({ action }) => (typeof action === 'object' ? action.isLeftOut : !rareActions.has(action)));
  const more = stepRow('more', 'ellipsis', l10n.t('More Actions…'));
  return rows.length - usual.length > 1 ? [...usual, more] : rows;
}

/**
 * Says in the box what it holds, and that the active row sends in spite of warnings.
 * @param isAsked Enter only leads to the message
 */
export function describeBox(picker: QuickPick<StepRow>, isAsked: boolean): void {
  const warnings = warningCount(picker.items.filter(({ action }) => action === 'warnings').length);
  const isSending = picker.activeItems[0]?.action === 'send';
  const send = isAsked ? l10n.t('Press Enter to read the message, and again to send.') : l10n.t('Press Enter to send.');
  const parts = [l10n.t('Comment (optional).'), warnings && `${warnings}.`, isSending && send];
  picker.placeholder = parts.filter(Boolean).join(' ');
}

/** "2 warnings"; empty for none. */
function warningCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', count);
}

function stepRow(action: StepAction, icon: string, label: string): StepRow {
  return { action, ...iconLabel(icon, label) };
}

/** Size and shape, and whether files could not be searched for secrets. */
export function shownFacts(proposal: Checked): string {
  return [factsOf(proposal), proposal.notSearched].filter(Boolean).join(' · ');
}

/** What the user should know before sending. */
export function warningsOf({ step, proposal }: ShownShare): readonly string[] {
  const notes = filesOf(proposal).flatMap(({ name, note }) =>
    note === undefined ? [] : [`${displayTitle(name)}: ${note}`],
  );
  return [...roomWarnings(step.room), ...proposal.riskWarnings, ...(proposal.warnings ?? []), ...notes];
}

/** All of them in full. */
export async function showWarnings(shown: ShownShare): Promise<void> {
  shown.step.shareable.origin?.lose();
  const detail = limitLines(warningsOf(shown)).join('\n');
  await showWarningMessage(l10n.t('Warnings'), { modal: true, detail });
}

function isRisky({ proposal, mode }: ShownShare): boolean {
  return proposal.risks.length > 0 && !mode.isMasked;
}

/** If the share cannot be sent as it is, the actions that solve this come first. */
function actionRows(shown: ShownShare): readonly StepRow[] {
  const { step, proposal } = shown;
  const { maskableCount } = proposal;
  const others = otherRows(shown);
  if (!isSendable(proposal))
    return others.toSorted((a, b) => Number(b.action === 'asFile') - Number(a.action === 'asFile'));
  if (!isRisky(shown)) return [stepRow('send', 'send', sendLabel(shown)), ...others];
  const mask = maskableCount === 1 ? l10n.t('Mask 1 Secret') : l10n.t('Mask {0} Secrets', maskableCount);
  return [
    ...(maskableCount > 0 ? [stepRow('mask', 'shield', mask)] : []),
    stepRow(
      'sendAsIs',
      'send',
      l10n.t({ message: 'Send as Is to {0}', args: [targetText(step)], comment: '{0}: a room or a person' }),
    ),
    ...others,
  ];
}

function sendLabel({ step, proposal: { messages }, mode }: ShownShare): string {
  const [first, ...others] = messages;
  const to = targetText(step);
  if (mode.isMasked) return l10n.t({ message: 'Send Masked to {0}', args: [to], comment: '{0}: a room or a person' });
  if (mode.choice !== 'asFile' || others.length > 0)
    return l10n.t({ message: 'Send to {0}', args: [to], comment: '{0}: a room or a person' });
  return asFileLabel(first?.name ?? '', to);
}

function asFileLabel(name: string, to: string): string {
  const file = displayTitle(name);
  return l10n.t({ message: 'Send {0} as File to {1}', args: [file, to], comment: '{1}: a room or a person' });
}

function otherRows({ step, proposal, mode }: ShownShare): readonly StepRow[] {
  const { messages, asFileName } = proposal;
  const { alternatives = [] } = step.shareable;
  const name = displayTitle(asFileName ?? '');
  // As the first row, it names the room.
  const asFile = isSendable(proposal) ? l10n.t('Send {0} as File', name) : asFileLabel(name, targetText(step));
  const isText = markdownOf(proposal) !== undefined;
  const hasImages = isText && messages.length > 1;
  const isRoom = step.room.toPerson === undefined;
  const row = (isOffered: boolean, ...[action, icon, label]: Parameters<typeof stepRow>): readonly StepRow[] => {
    const isWithoutImages = hasImages && (action === 'edit' || action === 'copy');
    const more = isWithoutImages && { description: l10n.t('without the images') };
    return isOffered ? [{ ...stepRow(action, icon, label), ...more }] : [];
  };
  return [
    ...alternatives.flatMap((share) => row(true, share, share.isLeftOut ? 'add' : 'git-compare', share.label)),
    ...row(hasImages && isSendable(proposal), 'textOnly', 'send', l10n.t('Send Without Images')),
    ...row(isText && isRoom, 'edit', 'edit', l10n.t('Edit…')),
    ...row(asFileName !== undefined, 'asFile', 'file', asFile),
    ...row(isText, 'copy', 'copy', l10n.t('Copy as Message')),
    ...row(isRoom, 'reply', 'reply', l10n.t('Reply to a Message…')),
    ...row(true, 'read', 'book', l10n.t('Read the Message')),
    ...row(mode.isMasked, 'unmask', 'shield', l10n.t("Don't Mask Secrets")),
    ...row(isText, 'exactText', 'code', l10n.t('Exact Text')),
  ];
}

function section(label: string, rows: readonly StepRow[]): readonly StepRow[] {
  return rows.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...rows];
}

/** The title and the box above the rows, without the part that is above the editors. */
const headPx = 40;
const rowPx = 22;
const separatorPx = 2;

/** How much of the editors the step covers, in CSS pixels. VS Code does not tell it. */
export function heightOf(rows: readonly StepRow[]): number {
  return rows.reduce((sum, { kind }) => sum + (kind === QuickPickItemKind.Separator ? separatorPx : rowPx), headPx);
}

import { l10n, type QuickPickItem, QuickPickItemKind } from 'vscode';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { limitLines } from '../../../host/ui/askAboutSecrets.ts';
import { roomWarnings } from '../../../host/ui/describeAudience.ts';
import { showWarningMessage } from '../../../host/vscode/notifications.ts';
import type { Checked } from '../checkSecrets.ts';
import { excerptOf, factsOf } from '../describeProposal.ts';
import { filesOf, markdownOf, type SendChoice } from '../shareable.ts';
import { isSendable, type ShownShare, targetText } from '../step.ts';

/** What a row does. `sendAsIs` sends possible secrets. */
type StepAction =
  | SendChoice
  | 'sendAsIs'
  | 'mask'
  | 'unmask'
  | 'exactText'
  | 'reply'
  | 'wider'
  | 'edit'
  | 'copy'
  | 'warnings';

export interface StepRow extends QuickPickItem {
  readonly action?: StepAction;
}

/** The rows of the confirmation. The first one is active: it never sends a possible secret. */
export function confirmationRows(shown: ShownShare, audience: string): readonly StepRow[] {
  const { proposal } = shown;
  const description = [shownFacts(proposal), audience].filter(Boolean).join(' · ');
  const detail = excerptOf(proposal);
  const [main, ...others] = actionRows(shown);
  const mainRow = main && { ...main, description, ...(detail && { detail }) };
  const warnings = warningsOf(shown).map((label): StepRow => ({ label: `$(warning) ${label}`, action: 'warnings' }));
  // Risks that cannot be masked come first, and Enter shows them in full.
  const isFirst = isRisky(shown) && proposal.maskableCount === 0;
  const rows = [
    ...(isFirst ? warnings : []),
    ...(mainRow ? [mainRow] : []),
    ...(isFirst ? [] : section(l10n.t('Warnings'), warnings)),
    ...section(l10n.t('Other actions'), others),
  ];
  // The box holds a comment, which must not filter the actions.
  return rows.map((row) => ({ ...row, alwaysShow: true }));
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
  if (!isSendable(proposal)) return others.toSorted((a, b) => rank(a) - rank(b));
  if (!isRisky(shown)) return [{ action: 'send', label: `$(send) ${sendLabel(shown)}` }, ...others];
  const mask = maskableCount === 1 ? l10n.t('Mask 1 Secret') : l10n.t('Mask {0} Secrets', maskableCount);
  return [
    ...(maskableCount > 0 ? [{ action: 'mask', label: `$(shield) ${mask}` } as const] : []),
    { action: 'sendAsIs', label: `$(send) ${l10n.t('Send as Is to {0}', targetText(step))}` },
    ...others,
  ];
}

function rank({ action }: StepRow): number {
  return action === 'asFile' ? 0 : 1;
}

function sendLabel({ step, proposal: { messages }, mode }: ShownShare): string {
  const [first, ...others] = messages;
  const to = targetText(step);
  if (mode.isMasked) return l10n.t('Send Masked to {0}', to);
  if (mode.choice !== 'asFile' || others.length > 0)
    return l10n.t({
      message: 'Send to {0}',
      args: [to],
      comment: '{0}: a room or a person',
    });
  return asFileLabel(first?.name ?? '', to);
}

function asFileLabel(name: string, to: string): string {
  return l10n.t('Send {0} as File to {1}', displayTitle(name), to);
}

function otherRows({ step, proposal, mode }: ShownShare): readonly StepRow[] {
  const { messages, asFileName } = proposal;
  const { wider } = step.shareable;
  const to = targetText(step);
  const isText = markdownOf(proposal) !== undefined;
  const hasImages = isText && messages.length > 1;
  const isRoom = step.room.toPerson === undefined;
  const row = (isOffered: boolean, action: StepAction, label: string): readonly StepRow[] => {
    const isWithoutImages = hasImages && (action === 'edit' || action === 'copy');
    return isOffered ? [{ action, label, ...(isWithoutImages && { description: l10n.t('without the images') }) }] : [];
  };
  return [
    ...row(wider !== undefined, 'wider', `$(add) ${wider?.label}`),
    ...row(hasImages && isSendable(proposal), 'textOnly', `$(send) ${l10n.t('Send Without Images to {0}', to)}`),
    ...row(isText && isRoom, 'edit', `$(edit) ${l10n.t('Edit…')}`),
    ...row(asFileName !== undefined, 'asFile', `$(file) ${asFileLabel(asFileName ?? '', to)}`),
    ...row(isText, 'copy', `$(copy) ${l10n.t('Copy as Message')}`),
    ...row(isRoom, 'reply', `$(reply) ${l10n.t('Reply to a Message…')}`),
    ...row(mode.isMasked, 'unmask', `$(shield) ${l10n.t("Don't Mask Secrets")}`),
    ...row(isText, 'exactText', `$(code) ${l10n.t('Exact Text')}`),
  ];
}

function section(label: string, rows: readonly StepRow[]): readonly StepRow[] {
  return rows.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...rows];
}

/** The title and the box above the rows, without the part that is above the editors. */
const headPx = 48;
const [rowPx, detailedRowPx, separatorPx] = [22, 44, 8];

/** How much of the editors the step covers, in CSS pixels. VS Code does not tell it. */
export function heightOf(rows: readonly StepRow[]): number {
  const heights = rows.map(({ kind, detail }) => {
    if (kind === QuickPickItemKind.Separator) return separatorPx;
    return detail === undefined ? rowPx : detailedRowPx;
  });
  return heights.reduce((sum, height) => sum + height, headPx);
}

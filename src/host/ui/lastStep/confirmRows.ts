import { l10n, type QuickPickItem, QuickPickItemKind } from 'vscode';
import type { ConfirmView, OtherAction, StepAction } from './confirmView.ts';

export interface ConfirmRow extends QuickPickItem {
  readonly action?: StepAction | 'warnings';
}

/** The rows of the last step. The first one is active: it never sends a possible secret. */
export function confirmRows(view: ConfirmView, audience: string): readonly ConfirmRow[] {
  const { facts, excerpt, warnings } = view;
  const description = [facts, audience].filter(Boolean).join(' · ');
  const [main, ...others] = actionsOf(view);
  const mainRow = main && { ...rowOf(main), description, ...(excerpt && { detail: excerpt }) };
  const warningRows = warnings.map((label): ConfirmRow => ({ label: `$(warning) ${label}`, action: 'warnings' }));
  // Risks that cannot be masked come first, and Enter shows them in full.
  const isRisky = view.secrets !== undefined && view.secrets.mask === undefined;
  const rows = [
    ...(isRisky ? warningRows : []),
    ...(mainRow ? [mainRow] : []),
    ...(isRisky ? [] : section(l10n.t('Warnings'), warningRows)),
    ...section(l10n.t('Other actions'), others.map(rowOf)),
  ];
  // The box holds a comment, which must not filter the actions.
  return rows.map((row) => ({ ...row, alwaysShow: true }));
}

/** If the share cannot be sent as it is, the actions that solve this come first. */
function actionsOf({ send, secrets, others }: ConfirmView): readonly OtherAction[] {
  const sending: OtherAction[] = send === undefined ? [] : [{ action: 'send', label: `$(send) ${send}` }];
  if (send === undefined) return others.toSorted((a, b) => rank(a) - rank(b));
  if (secrets === undefined) return [...sending, ...others];
  const asIs: OtherAction = { action: 'sendAsIs', label: `$(send) ${secrets.sendAsIs}` };
  const mask: OtherAction[] =
    secrets.mask === undefined ? [] : [{ action: 'mask', label: `$(shield) ${secrets.mask}` }];
  return [...mask, asIs, ...others];
}

function rank({ action }: OtherAction): number {
  return action === 'asFile' ? 0 : 1;
}

function rowOf({ action, label, description }: OtherAction): ConfirmRow {
  return { label, action, ...(description && { description }) };
}

function section(label: string, rows: readonly ConfirmRow[]): readonly ConfirmRow[] {
  return rows.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...rows];
}

/** The title and the box above the rows, without the part that is above the editors. */
const headPx = 48;
const [rowPx, detailedRowPx, separatorPx] = [22, 44, 8];

/** How much of the editors the step covers, in CSS pixels. VS Code does not tell it. */
export function heightOf(rows: readonly ConfirmRow[]): number {
  const heights = rows.map(({ kind, detail }) => {
    if (kind === QuickPickItemKind.Separator) return separatorPx;
    return detail === undefined ? rowPx : detailedRowPx;
  });
  return heights.reduce((sum, height) => sum + height, headPx);
}

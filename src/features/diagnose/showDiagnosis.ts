import { commands, env, l10n, type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { errorActionLabel, runErrorAction } from '../../host/errors/errorMessage.ts';
import { iconLabel } from '../../host/ui/iconLabel.ts';
import { LiveQuickPick } from '../../host/ui/liveQuickPick.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { type CheckName, checkTitles, type Finding } from './finding.ts';
import { redact, secretsOf } from './model/redact.ts';

type Diagnose = (onFinding: (check: CheckName, finding: Finding) => void, signal: AbortSignal) => Promise<void>;
type Findings = ReadonlyMap<string, Finding>;

type Row = QuickPickItem & { readonly id?: string; readonly run?: () => Promise<void> };

/**
 * Shows a row for each check as its finding arrives. A row runs the action that helps. Closing the list stops the
 * checks.
 * @param accounts accounts whose secrets are removed from the report
 */
export async function showDiagnosis(run: Diagnose, accounts: Promise<readonly Account[]>): Promise<void> {
  const live = newPicker();
  const { picker } = live;
  picker.busy = true;
  const abort = new AbortController();
  const found = new Map<string, Finding>();
  let secrets: readonly string[] = [];
  // Not awaited: a keyring that does not answer has not returned a secret either.
  void accounts.then((known) => {
    secrets = known.flatMap(secretsOf);
  });
  const clean = (text: string): string => redact(text, secrets);
  const copy = copyRow(found, clean);
  const finished = run((check, finding) => {
    found.set(check, finding);
    live.show(rowsOf(found, clean));
  }, abort.signal).then(() => {
    picker.busy = false;
    const hasProblem = [...found.values()].some(isProblem);
    picker.placeholder = hasProblem ? l10n.t('Select a row to fix the problem') : l10n.t('No problems found');
    // Unlike the row, the button is always visible.
    picker.buttons = [{ iconPath: new ThemeIcon('copy'), tooltip: l10n.t('Copy Report') }];
    const separator = { label: '', kind: QuickPickItemKind.Separator };
    live.show([...rowsOf(found, clean), separator, copy, ...helpRows()]);
    activateProblem(picker, found);
  });
  live.show(rowsOf(found, clean));
  const chosen = live.ask<Row>(
    (row) => row.run && row,
    () => copy,
  );
  try {
    const row = await Promise.race([chosen, finished.then(() => chosen, rethrowUnlessCancelled)]);
    picker.hide();
    await row?.run?.();
  } finally {
    abort.abort();
    live.dispose();
  }
}

function newPicker(): LiveQuickPick<Row> {
  return new LiveQuickPick<Row>(({ id }) => id, {
    title: l10n.t('Diagnose Connection'),
    placeholder: l10n.t('Checking the connection…'),
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
}

/** Who is signed out, or has no address yet, can do nothing before that is mended. */
function isProblem({ outcome, action }: Finding): boolean {
  return outcome === 'bad' || action === 'signIn';
}

/** Makes the first problem the active row, unless the user has moved to another one. */
function activateProblem(picker: QuickPick<Row>, found: Findings): void {
  const problem = picker.items.find(({ id = '' }) => {
    const finding = found.get(id);
    return finding !== undefined && isProblem(finding);
  });
  const [first] = picker.items;
  const { id = first?.id } = picker.activeItems[0] ?? {};
  if (problem !== undefined && id === first?.id) picker.activeItems = [problem];
}

function rethrowUnlessCancelled(error: unknown): undefined {
  if (!isCancelled(error)) throw error;
  return undefined;
}

const icons = { good: 'pass', note: 'info', bad: 'error' } as const;

function rowsOf(found: Findings, clean: (text: string) => string): readonly Row[] {
  return Object.entries(checkTitles).map(([check, title]) => {
    const finding = found.get(check);
    if (finding === undefined) return { id: check, ...iconLabel('loading~spin', title) };
    const { outcome, text, advice, action } = finding;
    const isGood = outcome === 'good';
    // Quick pick rows show one line of description and one of detail: the first sentence, then the rest.
    const [, problem = text, more] = (isGood ? null : /^(.+?[.:]) (.+)$/s.exec(text)) ?? [];
    const help = [more, advice, action && `→ ${errorActionLabel(action)}`].filter(Boolean).join(' ');
    return {
      id: check,
      ...iconLabel(icons[outcome], title),
      description: clean(problem),
      ...(!isGood && help !== '' && { detail: clean(help) }),
      ...(action !== undefined && { run: () => runErrorAction(action) }),
    };
  });
}

function copyRow(found: Findings, clean: (text: string) => string): Row {
  return {
    ...iconLabel('copy', l10n.t('Copy Report')),
    description: l10n.t('Contains no tokens, secrets, or query strings'),
    async run() {
      await env.clipboard.writeText(clean(reportText(found)));
      showSuccess(l10n.t('Report copied'));
    },
  };
}

function helpRows(): readonly Row[] {
  const openPage = async () => void (await commands.executeCommand('roomside.openDocumentation', 'troubleshooting'));
  return [
    { ...iconLabel('output', errorActionLabel('showLog')), run: () => runErrorAction('showLog') },
    { ...iconLabel('book', l10n.t('Open Documentation')), run: openPage },
  ];
}

const marks = { good: 'ok  ', note: 'note', bad: 'FAIL' } as const;

function reportText(found: Findings): string {
  const lines = Object.entries(checkTitles).flatMap(([check, title]) => {
    const { outcome, text, advice } = found.get(check) ?? {};
    if (outcome === undefined) return [];
    const line = `${marks[outcome]}  ${title}: ${text}`;
    return advice === undefined ? [line] : [line, `      → ${advice}`];
  });
  return [`${l10n.t('Diagnose Connection')}, ${new Date().toISOString()}`, ...lines, ''].join('\n');
}

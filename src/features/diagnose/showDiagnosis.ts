import { commands, env, l10n, type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { redact, secretsOf } from '../../core/diagnose/redact.ts';
import { errorActionLabel, runErrorAction } from '../../host/errors/errorMessage.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { type CheckName, checkTitles, type Finding } from './finding.ts';

type Diagnose = (onFinding: (check: CheckName, finding: Finding) => void, signal: AbortSignal) => Promise<void>;
type Findings = ReadonlyMap<string, Finding>;

type Row = QuickPickItem & { readonly run?: () => Promise<void> };

/**
 * Shows a row for each check as its finding arrives. A row runs the action that helps. Closing the list stops the
 * checks.
 * @param accounts accounts whose secrets are removed from the report
 */
export async function showDiagnosis(run: Diagnose, accounts: Promise<readonly Account[]>): Promise<void> {
  const owned = new DisposableStore();
  const picker = owned.add(window.createQuickPick<Row>());
  const abort = new AbortController();
  const title = l10n.t('Diagnose Connection');
  Object.assign(picker, { title, busy: true, ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true });
  picker.placeholder = l10n.t('Checking the connection…');
  const found = new Map<string, Finding>();
  let secrets: readonly string[] = [];
  // Not awaited: a keyring that does not answer has not returned a secret either.
  void accounts.then((known) => {
    secrets = known.flatMap(secretsOf);
  });
  const clean = (text: string): string => redact(text, secrets);
  const render = (): void => setRows(picker, rowsOf(found, clean));
  const choose = Promise.withResolvers<Row | undefined>();
  owned.add(picker.onDidAccept(() => picker.selectedItems[0]?.run && choose.resolve(picker.selectedItems[0])));
  owned.add(picker.onDidHide(() => choose.resolve(undefined)));
  const finished = run((check, finding) => {
    found.set(check, finding);
    render();
  }, abort.signal).then(() => {
    picker.busy = false;
    const isBad = [...found.values()].some(({ outcome }) => outcome === 'bad');
    picker.placeholder = isBad ? l10n.t('Select a row to fix the problem') : l10n.t('No problems found');
    const copy = copyRow(found, clean);
    // Unlike the row, the button is always visible.
    picker.buttons = [{ iconPath: new ThemeIcon('copy'), tooltip: l10n.t('Copy Report') }];
    owned.add(picker.onDidTriggerButton(() => choose.resolve(copy)));
    const separator = { label: '', kind: QuickPickItemKind.Separator };
    setRows(picker, [...rowsOf(found, clean), separator, copy, logRow(), documentationRow()]);
  });
  render();
  picker.show();
  try {
    const failed = finished.then(() => choose.promise, rethrowUnlessCancelled);
    const row = await Promise.race([choose.promise, failed]);
    picker.hide();
    await row?.run?.();
  } finally {
    abort.abort();
    owned.dispose();
  }
}

function rethrowUnlessCancelled(error: unknown): undefined {
  if (!isCancelled(error)) throw error;
  return undefined;
}

/** Keeps the active row when the rows are replaced. */
function setRows(picker: QuickPick<Row>, rows: readonly Row[]): void {
  const [active] = picker.activeItems;
  picker.items = rows;
  const again = rows.find(({ label }) => plain(label) === plain(active?.label ?? ''));
  if (again !== undefined) picker.activeItems = [again];
}

function plain(label: string): string {
  return label.replace(/^\$\([^)]+\) /, '');
}

const icons = { good: '$(pass)', note: '$(info)', bad: '$(error)' } as const;

function rowsOf(found: Findings, clean: (text: string) => string): readonly Row[] {
  return Object.entries(checkTitles).map(([check, title]) => {
    const finding = found.get(check);
    if (finding === undefined) return { label: `$(loading~spin) ${title}` };
    const { outcome, text, advice, action } = finding;
    const isGood = outcome === 'good';
    // Quick pick rows show one line of description and one of detail: the first sentence, then the rest.
    const [, problem = text, more] = (isGood ? null : /^(.+?[.:]) (.+)$/s.exec(text)) ?? [];
    const help = [more, advice, action && `→ ${errorActionLabel(action)}`].filter(Boolean).join(' ');
    return {
      label: `${icons[outcome]} ${title}`,
      description: clean(problem),
      ...(!isGood && help !== '' && { detail: clean(help) }),
      ...(action !== undefined && { run: () => runErrorAction(action) }),
    };
  });
}

function copyRow(found: Findings, clean: (text: string) => string): Row {
  return {
    label: `$(copy) ${l10n.t('Copy Report')}`,
    description: l10n.t('Contains no tokens, secrets, or query strings'),
    async run() {
      await env.clipboard.writeText(clean(reportText(found)));
      showSuccess(l10n.t('Report copied'));
    },
  };
}

function logRow(): Row {
  return { label: `$(output) ${errorActionLabel('showLog')}`, run: () => runErrorAction('showLog') };
}

function documentationRow(): Row {
  return {
    label: `$(book) ${l10n.t('Open Documentation')}`,
    run: async () => void (await commands.executeCommand('roomside.openDocumentation', 'troubleshooting')),
  };
}

const marks = { good: 'ok  ', note: 'note', bad: 'FAIL' } as const;

/** The report as text: checks, results and advice. */
function reportText(found: Findings): string {
  const lines = Object.entries(checkTitles).flatMap(([check, title]) => {
    const { outcome, text, advice } = found.get(check) ?? {};
    if (outcome === undefined) return [];
    const line = `${marks[outcome]}  ${title}: ${text}`;
    return advice === undefined ? [line] : [line, `      → ${advice}`];
  });
  return [`${l10n.t('Diagnose Connection')}, ${new Date().toISOString()}`, ...lines, ''].join('\n');
}

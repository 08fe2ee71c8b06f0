import { env, l10n, type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { type CheckName, checkNames, type Finding, type FindingOf } from '../../core/diagnose/finding.ts';
import { redact, secretsOf } from '../../core/diagnose/redact.ts';
import { errorActionLabel, runErrorAction } from '../../host/errors/errorMessage.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import {
  brokerMessage,
  clockMessage,
  type FindingMessage,
  proxyMessage,
  serviceMessage,
  settingMessage,
  tlsMessage,
} from './connectionMessages.ts';
import { keyringMessage, scopesMessage, sessionMessage } from './sessionMessages.ts';

type Diagnose = (onFinding: (finding: Finding) => void, signal: AbortSignal) => Promise<readonly Finding[]>;

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
  const found = new Map<CheckName, Finding>();
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
  const finished = run((finding) => {
    found.set(finding.check, finding);
    render();
  }, abort.signal).then((findings) => {
    picker.busy = false;
    picker.placeholder = l10n.t('Select a row to fix the problem');
    const copy = copyRow(findings, clean);
    // Unlike the row, the button is always visible.
    picker.buttons = [{ iconPath: new ThemeIcon('copy'), tooltip: l10n.t('Copy Report') }];
    owned.add(picker.onDidTriggerButton(() => choose.resolve(copy)));
    const separator = { label: '', kind: QuickPickItemKind.Separator };
    setRows(picker, [...rowsOf(found, clean), separator, copy, logRow()]);
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

function rowsOf(found: ReadonlyMap<CheckName, Finding>, clean: (text: string) => string): readonly Row[] {
  return checkNames.map((check) => {
    const finding = found.get(check);
    if (finding === undefined) return { label: `$(loading~spin) ${checkTitle(check)}` };
    const { result = '', advice, action } = describeFinding(finding);
    const isGood = finding.outcome === 'good';
    // Quick pick rows show one line of description and one of detail: the first sentence, then the rest.
    const [, problem = result, more] = (isGood ? null : /^(.+?[.:]) (.+)$/s.exec(result)) ?? [];
    const help = [more, advice, action && `→ ${errorActionLabel(action)}`].filter(Boolean).join(' ');
    return {
      label: `${icons[finding.outcome]} ${checkTitle(check)}`,
      description: clean(problem),
      ...(!isGood && help !== '' && { detail: clean(help) }),
      ...(action !== undefined && { run: () => runErrorAction(action) }),
    };
  });
}

function copyRow(findings: readonly Finding[], clean: (text: string) => string): Row {
  return {
    label: `$(copy) ${l10n.t('Copy Report')}`,
    description: l10n.t('Contains no tokens, secrets, or query strings'),
    async run() {
      await env.clipboard.writeText(clean(reportText(findings)));
      showSuccess(l10n.t('Report copied'));
    },
  };
}

function logRow(): Row {
  return { label: `$(output) ${errorActionLabel('showLog')}`, run: () => runErrorAction('showLog') };
}

const marks = { good: 'ok  ', note: 'note', bad: 'FAIL' } as const;

/** The report as text: checks, results and advice. */
function reportText(findings: readonly Finding[]): string {
  const lines = findings.flatMap((finding) => {
    const { result = '', advice } = describeFinding(finding);
    const line = `${marks[finding.outcome]}  ${checkTitle(finding.check)}: ${result}`;
    return advice === undefined ? [line] : [line, `      → ${advice}`];
  });
  return [`${l10n.t('Diagnose Connection')}, ${new Date().toISOString()}`, ...lines, ''].join('\n');
}

/** The message of a finding. */
function describeFinding(finding: Finding): FindingMessage {
  if (finding.result === 'timed-out') {
    return { result: l10n.t('No result within {0} s.', finding.limitMs / 1000), action: 'showLog' };
  }
  if (finding.result === 'broken') {
    return { result: l10n.t('The check failed unexpectedly ({0}).', finding.errorName), action: 'showLog' };
  }
  // TypeScript cannot see that the key and the finding belong together.
  return (messageByCheck[finding.check] as (finding: Finding) => FindingMessage)(finding);
}

/** The title of a check. */
function checkTitle(check: CheckName): string {
  const titles = {
    versions: l10n.t('Versions'),
    service: l10n.t('Service'),
    setting: l10n.t('Service in settings'),
    tls: 'TLS',
    clock: l10n.t('Clock'),
    proxy: l10n.t('Proxy'),
    broker: l10n.t('Token broker'),
    keyring: l10n.t('Keyring'),
    session: l10n.t('Session'),
    scopes: l10n.t('Permissions'),
    redirect: l10n.t('Sign-in redirect'),
  };
  return titles[check];
}

const messageByCheck: { readonly [Name in CheckName]: (finding: FindingOf<Name>) => FindingMessage } = {
  versions: (finding) => ('parts' in finding ? { result: finding.parts.join(' · ') } : {}),
  service: serviceMessage,
  setting: settingMessage,
  tls: tlsMessage,
  clock: clockMessage,
  proxy: proxyMessage,
  broker: brokerMessage,
  keyring: keyringMessage,
  session: sessionMessage,
  scopes: scopesMessage,
  redirect: (finding) => ('address' in finding ? { result: finding.address } : {}),
};

import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { DisposableStore } from '../core/base/disposable.ts';

/** What the user may do in the last step before something leaves. */
export type ShareChoice = 'send' | 'edit' | 'comment' | 'asFile' | 'copy';

/** The last step: what goes where, what is odd about it, and what may be done. */
export interface ConfirmRequest {
  readonly title: string;
  /** The line that sends, for example "Send to Design". Absent when it cannot be sent as it is. */
  readonly send?: string;
  /** Size and shape, for example "12 lines · 431 bytes". */
  readonly facts: string;
  /** Who will read it, once that is known; nobody waits for it. Never rejects. */
  readonly audience?: (signal: AbortSignal) => Promise<string>;
  /** The beginning of the exact text. */
  readonly excerpt?: string;
  /** What the user should know before it goes; each is a row of its own. */
  readonly warnings: readonly string[];
  readonly others: readonly Exclude<ShareChoice, 'send'>[];
  /** Writes down what is to be sent. The step stays open until that is done: once it has closed, nothing can be lost. */
  readonly keep?: (choice: 'send' | 'asFile') => Promise<void>;
}

interface ChoiceRow extends QuickPickItem {
  readonly choice?: ShareChoice;
}

/** Asks for the user's word. `undefined` when given up; a warning that is chosen does nothing. Rejects as `keep` does. */
export function confirmShare(request: ConfirmRequest): Promise<ShareChoice | undefined> {
  const store = new DisposableStore();
  const picker = store.add(window.createQuickPick<ChoiceRow>());
  Object.assign(picker, { title: request.title, step: 2, totalSteps: 2, ignoreFocusOut: true });
  const render = (facts: string): void => {
    const active = picker.activeItems[0]?.label;
    picker.placeholder = facts;
    picker.items = rowsOf({ ...request, facts });
    // An empty list would take the focus off every row, and Enter would then do nothing.
    const row = picker.items.find(({ label }) => label === active) ?? picker.items.find(({ choice }) => choice);
    picker.activeItems = row === undefined ? [] : [row];
  };
  render(request.facts);
  const asking = new AbortController();
  void request.audience?.(asking.signal).then((audience) => {
    if (!asking.signal.aborted) render(`${request.facts} · ${audience}`);
  });
  return new Promise<ShareChoice | undefined>((resolve, reject) => {
    let isKeeping = false;
    const accept = async (): Promise<void> => {
      const choice = picker.selectedItems[0]?.choice;
      if (choice === undefined || isKeeping) return;
      if ((choice === 'send' || choice === 'asFile') && request.keep !== undefined) {
        isKeeping = true;
        Object.assign(picker, { busy: true, enabled: false });
        await request.keep(choice);
      }
      resolve(choice);
    };
    store.add(picker.onDidAccept(() => accept().catch(reject)));
    store.add(
      picker.onDidHide(() => {
        if (!isKeeping) resolve(undefined);
      }),
    );
    picker.show();
  }).finally(() => {
    asking.abort();
    store.dispose();
  });
}

function rowsOf(request: ConfirmRequest): readonly ChoiceRow[] {
  const send: ChoiceRow[] =
    request.send === undefined
      ? []
      : [
          {
            label: `$(send) ${request.send}`,
            description: request.facts,
            ...(request.excerpt && { detail: request.excerpt }),
            choice: 'send',
          },
        ];
  const warnings = request.warnings.map((label) => ({ label: `$(warning) ${label}` }));
  const others = request.others.map((choice) => ({ label: labelOf(choice), choice }));
  return [
    ...send,
    ...(warnings.length > 0
      ? [{ label: l10n.t('Before you send'), kind: QuickPickItemKind.Separator }, ...warnings]
      : []),
    ...(others.length > 0 ? [{ label: l10n.t('Or'), kind: QuickPickItemKind.Separator }, ...others] : []),
  ];
}

function labelOf(choice: Exclude<ShareChoice, 'send'>): string {
  const labels = {
    edit: `$(edit) ${l10n.t('Edit…')}`,
    comment: `$(comment) ${l10n.t('Add a Comment…')}`,
    asFile: `$(file) ${l10n.t('Send as a File Instead')}`,
    copy: `$(copy) ${l10n.t('Copy as Message')}`,
  };
  return labels[choice];
}

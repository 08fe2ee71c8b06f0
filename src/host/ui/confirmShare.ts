import { l10n, QuickInputButtons, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { showWarningMessage } from '../vscode/notifications.ts';
import { flushUi } from './liveQuickPick.ts';

/** What the user can do in the last step before a share is sent. `textOnly` sends without the images. */
export type ShareChoice = 'send' | 'textOnly' | 'edit' | 'asFile' | 'copy';

/** The choices that send something. */
export type SendChoice = Exclude<ShareChoice, 'edit' | 'copy'>;

/** What the last step shows. It may change with the comment. */
export interface ConfirmView {
  /** The label of the row that sends, for example "Send to Design". Absent when the share cannot be sent as it is. */
  readonly send?: string;
  /** Size and shape, for example "12 lines · 431 bytes". */
  readonly facts: string;
  /** The beginning of the exact text. */
  readonly excerpt?: string;
  /** What the user should know before sending. Each warning is a row, whose details show all of them in full. */
  readonly warnings: readonly string[];
  readonly others: readonly Exclude<ShareChoice, 'send'>[];
  /** Whether images follow the text. Edit and Copy say that they take only the text. */
  readonly hasImages?: boolean;
  /**
   * Shows the exact text. It is called when the step is visible, because an editor opens more slowly than the step. Nothing
   * is sent before it resolves.
   */
  showText?(): Promise<void>;
}

/** The last step: what is sent, where to, warnings, and the possible actions. */
export interface ConfirmRequest {
  readonly title: string;
  /** The comment that the box contains at first. */
  readonly comment: string;
  /** The view for the current comment. */
  view(comment: string): Promise<ConfirmView>;
  /** The people in the room, loaded in the background. Never rejects. */
  audience(signal: AbortSignal): Promise<string>;
  /**
   * Stores the share. The step stays open until it is stored, so that nothing is lost.
   * @returns false when it cannot be sent with this comment: the step stays open and shows the reason
   */
  store(choice: SendChoice, comment: string): Promise<boolean>;
}

/** The user's decision; `back` returns to the choice of the room. */
export interface ConfirmResult {
  readonly choice: ShareChoice | 'back';
  readonly comment: string;
}

interface ChoiceRow extends QuickPickItem {
  readonly choice?: ShareChoice | 'warnings';
}

/** The preview is updated after this pause in typing. */
const typingPauseMs = 200;

/** Asks the user for confirmation. `undefined` when the user cancels. Rejects when `view` or `store` rejects. */
export async function confirmShare(request: ConfirmRequest): Promise<ConfirmResult | undefined> {
  const view = await request.view(request.comment);
  const step = new ConfirmStep(request, view);
  try {
    return await step.ask();
  } finally {
    step.dispose();
  }
}

class ConfirmStep {
  readonly #request: ConfirmRequest;
  readonly #owned = new DisposableStore();
  readonly #picker: QuickPick<ChoiceRow>;
  readonly #abort = new AbortController();
  readonly #result = Promise.withResolvers<ConfirmResult | undefined>();
  #view: ConfirmView;
  #audience = '';
  #typing: NodeJS.Timeout | undefined;
  /** Changes of the input that the window does not show yet. */
  #pendingChanges = 0;
  #textShown: Promise<void> = Promise.resolve();
  #isAccepting = false;
  #isStoring = false;
  #isHidden = false;

  constructor(request: ConfirmRequest, view: ConfirmView) {
    this.#request = request;
    this.#view = view;
    this.#picker = this.#owned.add(window.createQuickPick<ChoiceRow>());
    Object.assign(this.#picker, {
      ...{ title: request.title, step: 2, totalSteps: 2, ignoreFocusOut: true, buttons: [QuickInputButtons.Back] },
      value: request.comment,
      placeholder: l10n.t('Comment (optional). Press Enter to send.'),
    });
  }

  ask(): Promise<ConfirmResult | undefined> {
    const { promise, resolve, reject } = this.#result;
    this.#render();
    this.#owned.add(this.#picker.onDidChangeValue(() => this.#noteTyped()));
    this.#owned.add(this.#picker.onDidAccept(() => this.#accept().catch(reject)));
    this.#owned.add(this.#picker.onDidTriggerButton(() => resolve({ choice: 'back', comment: this.#picker.value })));
    this.#owned.add(
      this.#picker.onDidHide(() => {
        this.#isHidden = true;
        if (!this.#isStoring) resolve(undefined);
      }),
    );
    this.#picker.show();
    this.#showText(flushUi());
    void this.#request.audience(this.#abort.signal).then((audience) => {
      this.#audience = audience;
      if (!this.#abort.signal.aborted) this.#render();
    });
    return promise;
  }

  dispose(): void {
    clearTimeout(this.#typing);
    this.#abort.abort();
    this.#owned.dispose();
  }

  /** Typing filters the rows of a quick pick and activates another one. Here the main row stays active. */
  #noteTyped(): void {
    this.#activateMain();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#refresh().catch(this.#result.reject), typingPauseMs);
  }

  async #refresh(): Promise<void> {
    const { value } = this.#picker;
    const view = await this.#request.view(value);
    if (value !== this.#picker.value || this.#abort.signal.aborted) return;
    this.#view = view;
    this.#render();
    this.#showText();
  }

  #showText(stepShown: Promise<void> = Promise.resolve()): void {
    const view = this.#view;
    this.#textShown = stepShown.then(() => (this.#abort.signal.aborted ? undefined : view.showText?.()));
    this.#textShown.catch(this.#result.reject);
  }

  #render(): void {
    const active = this.#picker.activeItems[0]?.choice;
    const rows = pickItemsOf(this.#view, this.#audience);
    this.#picker.items = rows;
    // An empty list would take the focus off every row, and Enter would then do nothing.
    const row = rows.find(({ choice }) => choice !== undefined && choice === active) ?? this.#main;
    if (row !== undefined) this.#picker.activeItems = [row];
  }

  get #main(): ChoiceRow | undefined {
    return this.#picker.items.find(({ choice }) => choice !== undefined);
  }

  #activateMain(): void {
    if (this.#main !== undefined) this.#picker.activeItems = [this.#main];
    this.#pendingChanges += 1;
    void flushUi().then(() => {
      this.#pendingChanges -= 1;
    });
  }

  async #accept(): Promise<void> {
    if (this.#isAccepting) return;
    // Enter right after a key press means the main row, although the filter may have made another row active for a moment.
    const row = this.#pendingChanges > 0 ? this.#main : this.#picker.selectedItems[0];
    const choice = row?.choice;
    if (choice === undefined) return;
    if (choice === 'warnings') return this.#showWarnings();
    const comment = this.#picker.value;
    if (choice === 'edit' || choice === 'copy') return this.#result.resolve({ choice, comment });
    if (await this.#store(choice, comment)) this.#result.resolve({ choice, comment });
    else if (this.#isHidden) this.#result.resolve(undefined);
    else await this.#refresh();
  }

  /** Stores the share once its exact text is visible, unless the user has cancelled until then. */
  async #store(choice: SendChoice, comment: string): Promise<boolean> {
    this.#isAccepting = true;
    Object.assign(this.#picker, { busy: true, enabled: false });
    await this.#textShown;
    if (this.#isHidden) return false;
    this.#isStoring = true;
    const isStored = await this.#request.store(choice, comment);
    if (!isStored) Object.assign(this.#picker, { busy: false, enabled: true });
    this.#isStoring = isStored;
    this.#isAccepting = isStored;
    return isStored;
  }

  async #showWarnings(): Promise<void> {
    const detail = this.#view.warnings.join('\n');
    await showWarningMessage(l10n.t('Warnings'), { modal: true, detail });
  }
}

function pickItemsOf(view: ConfirmView, audience: string): readonly ChoiceRow[] {
  const { send, facts, excerpt } = view;
  const description = [facts, audience].filter(Boolean).join(' · ');
  const detail = excerpt && { detail: excerpt };
  const sendRows: ChoiceRow[] =
    send === undefined ? [] : [{ label: `$(send) ${send}`, description, ...detail, choice: 'send' }];
  const others = view.others.map(
    (choice): ChoiceRow => ({ label: labelOf(choice), choice, ...textNote(view, choice) }),
  );
  // If the share cannot be sent as it is, the actions that solve this come first.
  const [first, ...rest] = send === undefined ? others.toSorted((a, b) => rank(a) - rank(b)) : [];
  const alternative: ChoiceRow[] = first === undefined ? [] : [{ ...first, description, ...detail }];
  const warnings = view.warnings.map((label): ChoiceRow => ({ label: `$(warning) ${label}`, choice: 'warnings' }));
  const rows = [
    ...sendRows,
    ...alternative,
    ...section(l10n.t('Warnings'), warnings),
    ...section(l10n.t('Other actions'), send === undefined ? rest : others),
  ];
  // The box holds a comment, which must not filter the actions.
  return rows.map((row) => ({ ...row, alwaysShow: true }));
}

function textNote({ hasImages }: ConfirmView, choice: ShareChoice): { readonly description?: string } {
  const takesText = choice === 'edit' || choice === 'copy';
  return hasImages && takesText ? { description: l10n.t('without the images') } : {};
}

function rank({ choice }: ChoiceRow): number {
  return choice === 'asFile' ? 0 : 1;
}

function section(label: string, rows: readonly ChoiceRow[]): readonly ChoiceRow[] {
  return rows.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...rows];
}

function labelOf(choice: Exclude<ShareChoice, 'send'>): string {
  const labels = {
    textOnly: `$(send) ${l10n.t('Send Without Images')}`,
    edit: `$(edit) ${l10n.t('Edit…')}`,
    asFile: `$(file) ${l10n.t('Send as File Instead')}`,
    copy: `$(copy) ${l10n.t('Copy as Message')}`,
  };
  return labels[choice];
}

import { commands, l10n, QuickInputButtons, type QuickPick, window } from 'vscode';
import { DisposableStore } from '../../../core/base/disposable.ts';
import { setContext } from '../../vscode/contextKeys.ts';
import { showWarningMessage } from '../../vscode/notifications.ts';
import { flushUi } from '../liveQuickPick.ts';
import { type ConfirmRow, confirmRows, heightOf } from './confirmRows.ts';
import type { ConfirmRequest, ConfirmResult, ConfirmView, ShareMode } from './confirmView.ts';

/** The preview is updated after this pause in typing. */
const typingPauseMs = 200;

/** A window shows one quick pick at a time. */
let openStep: ConfirmStep | undefined;

/** What keys do in the last step, while the focus is in its comment. */
export const lastStepKeys = {
  async back(): Promise<void> {
    if (openStep !== undefined) return openStep.back();
    // The context of an extension host that crashed in the last step: Escape has to close every other list.
    await setContext('roomside:lastStep', false);
    await commands.executeCommand('workbench.action.closeQuickOpen');
  },
  scroll: (by: number) => openStep?.scroll(by),
};

/** Asks the user for confirmation. `undefined` when the user cancels. Rejects when `view` or `store` rejects. */
export async function confirmShare(request: ConfirmRequest): Promise<ConfirmResult | undefined> {
  const mode: ShareMode = { choice: 'send', isMasked: false };
  const step = new ConfirmStep(request, mode, await request.view(mode, request.comment));
  openStep = step;
  // Not awaited: VS Code handles it before the step, which follows on the same connection.
  const isKnown = setContext('roomside:lastStep', true);
  try {
    const [result] = await Promise.all([step.ask(), isKnown]);
    return result;
  } finally {
    step.dispose();
    if (openStep === step) {
      openStep = undefined;
      await setContext('roomside:lastStep', false);
    }
  }
}

class ConfirmStep {
  readonly #request: ConfirmRequest;
  readonly #owned = new DisposableStore();
  readonly #picker: QuickPick<ConfirmRow>;
  readonly #abort = new AbortController();
  readonly #result = Promise.withResolvers<ConfirmResult | undefined>();
  #mode: ShareMode;
  #view: ConfirmView;
  #isExact = false;
  #audience = '';
  #typing: NodeJS.Timeout | undefined;
  /** Changes of the input that the window does not show yet. */
  #pendingChanges = 0;
  #shown: Promise<void> = Promise.resolve();
  #isAccepting = false;
  #isStoring = false;
  #isHidden = false;

  constructor(request: ConfirmRequest, mode: ShareMode, view: ConfirmView) {
    this.#request = request;
    this.#mode = mode;
    this.#view = view;
    this.#picker = this.#owned.add(window.createQuickPick<ConfirmRow>());
    this.#picker.title = request.title;
    [this.#picker.step, this.#picker.totalSteps] = [2, 2];
    this.#picker.ignoreFocusOut = true;
    this.#picker.buttons = [QuickInputButtons.Back];
    this.#picker.value = request.comment;
    this.#picker.placeholder = l10n.t('Comment (optional). Press Enter to send.');
  }

  ask(): Promise<ConfirmResult | undefined> {
    const { promise, resolve, reject } = this.#result;
    this.#render();
    this.#owned.add(this.#picker.onDidChangeValue(() => this.#noteTyped()));
    this.#owned.add(this.#picker.onDidAccept(() => this.#accept().catch(reject)));
    this.#owned.add(this.#picker.onDidTriggerButton(() => this.back()));
    this.#owned.add(
      this.#picker.onDidHide(() => {
        this.#isHidden = true;
        if (!this.#isStoring) resolve(undefined);
      }),
    );
    this.#picker.show();
    this.#show(flushUi());
    void this.#request.audience(this.#abort.signal).then((audience) => {
      this.#audience = audience;
      if (this.#abort.signal.aborted) return;
      this.#render();
      this.#show();
    });
    return promise;
  }

  back(): void {
    if (!this.#isStoring) this.#result.resolve({ choice: 'back', comment: this.#picker.value });
  }

  scroll(by: number): void {
    this.#request.scroll(by);
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
    this.#typing = setTimeout(() => void this.#refresh(this.#mode).catch(this.#result.reject), typingPauseMs);
  }

  /** Shows the share in a mode, with the typed comment. */
  async #refresh(mode: ShareMode): Promise<void> {
    const isOtherMode = mode !== this.#mode;
    this.#mode = mode;
    const { value } = this.#picker;
    const view = await this.#request.view(mode, value);
    if (mode !== this.#mode || value !== this.#picker.value || this.#abort.signal.aborted) return;
    this.#view = view;
    this.#render();
    if (isOtherMode) this.#activateMain();
    this.#show();
  }

  #show(stepShown: Promise<void> = Promise.resolve()): void {
    const view = this.#view;
    const options = () => ({
      isExact: this.#isExact,
      audience: this.#audience,
      coveredPx: heightOf(this.#picker.items),
    });
    this.#shown = stepShown.then(() => (this.#abort.signal.aborted ? undefined : view.show(options())));
    this.#shown.catch(this.#result.reject);
  }

  #render(): void {
    const active = this.#picker.activeItems[0]?.action;
    const rows = confirmRows(this.#view, this.#audience);
    this.#picker.items = rows;
    // An empty list would take the focus off every row, and Enter would then do nothing.
    const row = rows.find(({ action }) => action !== undefined && action === active) ?? this.#main;
    if (row !== undefined) this.#picker.activeItems = [row];
  }

  get #main(): ConfirmRow | undefined {
    return this.#picker.items.find(({ action }) => action !== undefined);
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
    const comment = this.#picker.value;
    if (row?.action === undefined) return;
    switch (row.action) {
      case 'warnings':
        return this.#showWarnings();
      case 'mask':
      case 'unmask':
        return this.#refresh({ ...this.#mode, isMasked: row.action === 'mask' });
      case 'exactText':
        this.#isExact = !this.#isExact;
        return this.#show();
      case 'edit':
      case 'copy':
      case 'reply':
      case 'wider':
        return this.#result.resolve({ choice: row.action, comment });
      case 'send':
      case 'sendAsIs':
        return this.#send(this.#mode, comment, row.action === 'sendAsIs');
      default:
        return this.#send({ ...this.#mode, choice: row.action }, comment, false);
    }
  }

  async #send(mode: ShareMode, comment: string, isAsIs: boolean): Promise<void> {
    if (await this.#store(mode, comment, isAsIs)) this.#result.resolve({ choice: 'stored', comment });
    else if (this.#isHidden) this.#result.resolve(undefined);
    else await this.#refresh(mode);
  }

  /** Stores the share once its message is visible, unless the user has cancelled until then. */
  async #store(mode: ShareMode, comment: string, isAsIs: boolean): Promise<boolean> {
    this.#isAccepting = true;
    Object.assign(this.#picker, { busy: true, enabled: false });
    await this.#shown;
    if (this.#isHidden || this.#abort.signal.aborted) return false;
    this.#isStoring = true;
    const isStored = await this.#request.store(mode, comment, isAsIs);
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

import { QuickInputButtons, type QuickPick } from 'vscode';
import { DisposableStore } from '../../../core/base/disposable.ts';
import { describeAudience } from '../../../host/ui/describeAudience.ts';
import { flushUi, LiveQuickPick } from '../../../host/ui/liveQuickPick.ts';
import { checkedProposal, isAllowed, type ShareMode, type ShownShare, type Step, shareTarget } from '../step.ts';
import { type StoredMessages, store } from '../store.ts';
import { confirmationRows, describeBox, heightOf, type StepRow, showWarnings } from './confirmationRows.ts';
import { Drawing } from './drawing.ts';
import { SecondPress } from './secondPress.ts';

const typingPauseMs = 200;

/** What the user chose in place of sending, and the comment. */
export interface Choice {
  readonly choice: 'back' | 'again' | 'reply' | 'edit' | 'copy' | Extract<StepRow['action'], object>;
  readonly comment: string;
}

/** Shows the exact share and asks for a decision. Stores the share before it closes, so that nothing is lost. */
export class Confirmation {
  readonly #step: Step;
  readonly #owned = new DisposableStore();
  readonly #live: LiveQuickPick<StepRow>;
  readonly #abort = new AbortController();
  readonly #result = Promise.withResolvers<StoredMessages | Choice | undefined>();
  /** What is shown. It follows the mode and the comment. */
  #share: ShownShare;
  #mode: ShareMode;
  #hasMore = false;
  #audience = '';
  #typing: NodeJS.Timeout | undefined;
  /** Resolves when the step is on the screen. */
  #visible: Promise<void> = Promise.resolve();
  readonly #drawing: Drawing;
  readonly #secondPress: SecondPress;
  #isAccepting = false;
  #isStoring = false;
  #isDecided = false;

  constructor(share: ShownShare, comment: string) {
    [this.#step, this.#share, this.#mode] = [share.step, share, share.mode];
    this.#secondPress = new SecondPress(this.#step.ports.clock);
    this.#drawing = new Drawing(this.#step.ports.preview, async (preview, isExact) => {
      const options = { isExact, audience: this.#audience, coveredPx: heightOf(this.#picker.items) };
      const onEscape = () => this.#isStoring || this.#decide({ choice: 'again', comment: this.#picker.value });
      const onClose = () => this.#isStoring || this.#decide(undefined);
      if (!this.#isOver) await preview.show(this.#share, { ...options, onEscape, onClose });
    });
    const { title } = this.#step.shareable;
    const buttons = [QuickInputButtons.Back];
    const shown = { title, step: 2, totalSteps: 2, ignoreFocusOut: true, value: comment, buttons };
    this.#live = this.#owned.add(new LiveQuickPick<StepRow>(keyOf, shown));
  }

  /** `undefined` when the user cancels, or does not want to send it without a record. It stays open. @param isRead see `#read` */
  ask(isRead: boolean): Promise<StoredMessages | Choice | undefined> {
    const { promise, reject } = this.#result;
    const { ports, room, lists } = this.#step;
    this.#secondPress.begin();
    this.#render();
    this.#owned.add(this.#picker.onDidChangeValue(() => this.#noteTyped()));
    this.#owned.add(this.#picker.onDidChangeActive(() => describeBox(this.#picker, this.#isAsked)));
    const hidden = this.#live.ask<never>(
      (row) => void this.#accept(row).catch(reject),
      () => void this.back(),
      (picker) => lists.show(picker, this, () => this.back()),
    );
    void hidden.then(() => this.#noteHidden());
    this.#visible = flushUi();
    this.#draw();
    // After the step: VS Code would send it to the window only once the request has been made.
    const named = this.#visible.then(async () => {
      this.#audience = await describeAudience(ports, room, this.#abort.signal);
      if (this.#isOver) return;
      this.#render();
      this.#draw();
    });
    named.catch(reject);
    if (isRead && this.#main?.action === 'send')
      this.#read(() => this.#send(this.#mode, this.#picker.value, false)).catch(reject);
    return promise;
  }

  /** To the rooms; pressed again before they are there, out of the share. */
  back(): void {
    if (this.#isDecided) this.#step.lists.leave();
    else if (!this.#isStoring) this.#decide({ choice: 'back', comment: this.#picker.value });
  }

  /** Also when the user has left the steps before it could be shown. */
  #noteHidden(): void {
    this.#abort.abort();
    if (!this.#isStoring) this.#decide(undefined);
  }

  dispose(): void {
    clearTimeout(this.#typing);
    this.#abort.abort();
    this.#owned.dispose();
  }

  #decide(decided: StoredMessages | Choice | undefined): void {
    this.#isDecided = true;
    this.#picker.busy = true;
    this.#result.resolve(decided);
  }

  get #isOver(): boolean {
    return this.#isDecided || this.#abort.signal.aborted || this.#step.shareable.asked?.aborted === true;
  }

  /** Typing filters the rows of a quick pick and activates another one. Here the main row stays active. */
  #noteTyped(): void {
    // Not disabled meanwhile: the box would lose the focus, and what is typed after Enter would go elsewhere.
    if (this.#isAccepting || this.#isOver) return;
    this.#secondPress.end();
    this.#live.activate();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#refresh(this.#mode).catch(this.#result.reject), typingPauseMs);
  }

  async #refresh(mode: ShareMode): Promise<void> {
    const isOtherMode = mode !== this.#mode;
    this.#mode = mode;
    const { value } = this.#picker;
    const proposal = await checkedProposal(this.#step, mode, value);
    if (mode !== this.#mode || value !== this.#picker.value || this.#isOver) return;
    this.#share = { step: this.#step, proposal, mode };
    this.#render();
    if (isOtherMode) {
      this.#secondPress.begin();
      this.#live.activate();
    }
    this.#draw();
  }

  #draw(isExact = this.#drawing.isExact): void {
    this.#drawing.draw(this.#visible, isExact).catch(this.#result.reject);
  }

  #render(): void {
    this.#live.show(confirmationRows(this.#share, this.#audience, this.#hasMore));
    describeBox(this.#picker, this.#isAsked);
  }

  /**
   * Gives the focus to the page. Escape in it opens the list again, which takes the focus.
   * @returns whether it is drawn, unless all is over
   */
  async #read(onEnter?: () => Promise<void>): Promise<boolean | undefined> {
    this.#draw(false);
    await this.#drawing.end();
    if (this.#isOver) return true;
    return this.#step.ports.preview.current?.focus(() => onEnter?.().catch(this.#result.reject));
  }

  get #isAsked(): boolean {
    return this.#step.shareable.asked !== undefined;
  }

  /** What a program asks for is sent by Enter in the page: other extensions, tasks and agents can choose a row of a list. */
  async #confirm(mode: ShareMode, comment: string, isAsIs: boolean): Promise<void> {
    if (!this.#isAsked) return this.#send(mode, comment, isAsIs);
    // What is typed until then, before the page takes the focus, is in the message that it shows.
    const send = () => this.#send(mode, this.#picker.value, isAsIs && this.#picker.value === comment);
    if (await this.#read(send)) return;
    const { showUndrawn } = await import('./showUndrawn.ts');
    await showUndrawn();
  }

  /** Adds the other actions in place of the row, whose first one becomes active. */
  #showMore(): void {
    const before = new Set(this.#picker.items.map((row) => row.action));
    this.#hasMore = true;
    this.#render();
    this.#live.activate(this.#picker.items.find(({ action }) => !before.has(action)));
    this.#draw();
  }

  get #picker(): QuickPick<StepRow> {
    return this.#live.picker;
  }

  get #main(): StepRow | undefined {
    return this.#picker.items.find(({ action }) => action !== undefined);
  }

  async #accept({ action }: StepRow): Promise<unknown> {
    if (this.#isAccepting || this.#isOver || this.#secondPress.isSecond()) return;
    const comment = this.#picker.value;
    const mode = this.#mode;
    if (typeof action === 'object') return this.#decide({ choice: action, comment });
    switch (action) {
      case undefined:
        return;
      case 'warnings':
        return showWarnings(this.#share);
      case 'mask':
      case 'unmask':
        return this.#refresh({ ...mode, isMasked: action === 'mask' });
      case 'more':
        return this.#showMore();
      case 'read':
        return this.#main?.action === 'send' && this.#isAsked ? this.#confirm(mode, comment, false) : this.#read();
      case 'exactText':
        return this.#draw(!this.#drawing.isExact);
      case 'edit':
      case 'copy':
      case 'reply':
        return this.#decide({ choice: action, comment });
      case 'send':
      case 'sendAsIs':
        return this.#confirm(mode, comment, action === 'sendAsIs');
      default:
        return this.#confirm({ ...mode, choice: action }, comment, false);
    }
  }

  /** Stores the share once its message is visible. If it cannot be sent so, the step stays open and shows the reason. */
  async #send(mode: ShareMode, comment: string, isAsIs: boolean): Promise<void> {
    if (this.#isAccepting || this.#isOver) return;
    this.#isAccepting = true;
    this.#picker.busy = true;
    await this.#drawing.end();
    if (this.#isOver) return;
    this.#isStoring = true;
    const checked = await checkedProposal(this.#step, mode, comment, true);
    if (this.#step.shareable.asked?.aborted) return this.#decide(undefined);
    if (isAllowed(checked, this.#share.proposal, mode, isAsIs)) {
      return this.#decide(await store(this.#step.ports, shareTarget(this.#step), checked));
    }
    this.#isStoring = false;
    this.#isAccepting = false;
    this.#picker.busy = false;
    if (this.#abort.signal.aborted) this.#decide(undefined);
    else await this.#refresh(mode);
  }
}

/** Several warnings may be shown: each has its text. */
function keyOf({ action }: StepRow): string | undefined {
  return typeof action === 'object' || action === 'warnings' ? undefined : action;
}

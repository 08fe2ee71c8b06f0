import { commands, type QuickInputButton, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { Owner } from '../../core/base/disposable.ts';
import { showIn } from './steps/stepLists.ts';

type LiveQuickPickOptions = Partial<
  Pick<
    QuickPick<QuickPickItem>,
    | 'title'
    | 'placeholder'
    | 'step'
    | 'totalSteps'
    | 'value'
    | 'buttons'
    | 'matchOnDescription'
    | 'matchOnDetail'
    | 'ignoreFocusOut'
  >
>;

// decisions/0029
/**
 * A quick pick whose rows change while it is open. VS Code reports the chosen row by index, so that a choice made while
 * rows are being replaced could be taken for another one. Until the window has the new rows, Enter chooses a row only if
 * the same row has its index before and after and is the active one. A move to another row in that time is kept. If the
 * new rows answer what was typed, Enter chooses the answer once it is shown, if it is the only one. Otherwise it chooses
 * nothing.
 */
export class LiveQuickPick<Row extends QuickPickItem> extends Owner {
  readonly picker: QuickPick<Row>;
  readonly #answerOf: (row: Row) => string | undefined;
  #choose: ((row: Row) => Promise<void>) | undefined;
  /** Rows that the window may still show, oldest first. */
  #replaced: (readonly Row[])[] = [];
  #active: string | undefined;
  /** The row that the user has moved to while rows were being replaced, which makes the earlier one active again. */
  #moved: string | undefined;
  /** Another row became active meanwhile, and it is not known by whom. */
  #isUnclear = false;
  /** The window may not show yet the row that has been made active. */
  #isActivating = false;
  /** Rows that the window may not show yet begin with their first one active. */
  #isFirstActive = false;
  #isShown = false;
  #hasPendingAnswer = false;
  #hasPendingChoice = false;
  /** The window has not been told yet which row is active. */
  #isNaming = false;

  /** @param answerOf the id of the item that a row offers; `undefined` for a row that leads to other items */
  constructor(answerOf: (row: Row) => string | undefined, options: LiveQuickPickOptions = {}) {
    super();
    this.#answerOf = answerOf;
    this.picker = this.own(window.createQuickPick<Row>());
    Object.assign(this.picker, { keepScrollPosition: true, ...options });
    this.own(this.picker.onDidChangeActive(([active]) => this.#onDidMove(active)));
    this.own(this.picker.onDidAccept(() => this.#accept()));
  }

  /**
   * Shows it until the chosen row or a button has an answer, or until it is hidden (`undefined`). To be called once.
   * @param answerTo `undefined` for a row that leads to other rows
   * @param show whether it is shown
   */
  ask<T>(
    answerTo: (row: Row) => T | undefined | Promise<T | undefined>,
    answerToButton: (button: QuickInputButton) => T | undefined = () => undefined,
    show: (picker: QuickPick<Row>) => boolean = showIn(undefined, this),
  ): Promise<T | undefined> {
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const answer = (found: T | undefined): void => {
      if (found !== undefined) resolve(found);
    };
    this.#choose = async (row) => answer(await answerTo(row));
    this.own(this.picker.onDidTriggerButton((button) => answer(answerToButton(button))));
    this.own(this.picker.onDidHide(() => resolve(undefined)));
    this.#isShown = true;
    if (!show(this.picker)) resolve(undefined);
    return promise;
  }

  /** Whether these rows offer the same items as the shown ones, in any order and with any texts. */
  isSameChoice(rows: readonly Row[]): boolean {
    const shown = new Set(this.picker.items.map((row) => this.#keyOf(row)));
    return rows.length === this.picker.items.length && rows.every((row) => shown.has(this.#keyOf(row)));
  }

  /** Replaces the rows. The active row stays active, but the first item becomes active if there was none before. */
  show(rows: readonly Row[]): void {
    const hadItems = this.picker.items.some((row) => this.#answerOf(row) !== undefined);
    this.#replace(rows);
    if (!hadItems) this.#isFirstActive = this.#isShown;
    const active = rows.find((row) => this.#keyOf(row) === this.#active);
    if (!this.#isFirstActive && active !== undefined) this.#activate(active);
  }

  /**
   * Replaces the rows with those that match the typed text, best match first.
   * @param isChosen as if Enter had been pressed before
   */
  answer(rows: readonly Row[], isChosen = false): void {
    this.#hasPendingAnswer = true;
    if (isChosen) this.#hasPendingChoice = true;
    this.#isFirstActive = true;
    this.#replace(rows);
  }

  /** Makes a row active, by default the first one, whatever the window makes active meanwhile: typing filters the rows. */
  activate(row: Row | undefined = this.#first): void {
    if (row === undefined) return;
    this.#activate(row);
    this.#active = this.#keyOf(row);
    this.#moved = undefined;
    this.#isActivating = true;
    this.#awaitWindow(this.picker.items);
  }

  /** New rows make the first one active for a moment, then the one that is set. */
  #onDidMove(row: Row | undefined): void {
    const key = row && this.#keyOf(row);
    if (this.#replaced.length === 0) this.#active = key;
    else if (row === undefined || this.#active === undefined || key === this.#active) return;
    else if (!this.#isActivating && row !== this.#first && this.#isAlwaysAtIndex(row)) this.#moved = key;
    else this.#isUnclear = true;
  }

  get #first(): Row | undefined {
    return this.picker.items.find(({ kind }) => kind !== QuickPickItemKind.Separator);
  }

  #replace(rows: readonly Row[]): void {
    const before = this.picker.items;
    this.picker.items = rows;
    // VS Code collects changes, and would activate the row that has the index of the one before.
    if (this.#isNaming && this.#first !== undefined) this.#activate(this.#first);
    if (this.#isShown) this.#awaitWindow(before);
  }

  #awaitWindow(before: readonly Row[]): void {
    this.#replaced.push(before);
    void flushUi().then(() => {
      this.#replaced.shift();
      if (this.#replaced.length > 0) return;
      this.#applyMove();
      this.#applyPendingChoice();
    });
  }

  #applyMove(): void {
    const { activeItems, items } = this.picker;
    const moved = this.#moved === undefined ? undefined : items.find((row) => this.#keyOf(row) === this.#moved);
    const active = moved ?? activeItems[0];
    this.#active = active && this.#keyOf(active);
    this.#moved = undefined;
    this.#isUnclear = false;
    this.#isActivating = false;
    this.#isFirstActive = false;
    if (moved === undefined || moved === activeItems[0]) return;
    this.#activate(moved);
    this.#awaitWindow(items);
  }

  #activate(row: Row): void {
    this.picker.activeItems = [row];
    this.#isNaming = true;
    setTimeout(() => {
      this.#isNaming = false;
    }, 0);
  }

  #accept(): void {
    const [row] = this.picker.selectedItems;
    if (row !== undefined && this.#isAlwaysAtIndex(row) && this.#isExpected(row)) void this.#choose?.(row);
    else this.#hasPendingChoice = this.#replaced.length > 0;
  }

  #isAlwaysAtIndex(row: Row): boolean {
    const index = this.picker.items.indexOf(row);
    const key = this.#keyOf(row);
    return (
      index >= 0 && this.#replaced.every(({ [index]: before }) => before !== undefined && this.#keyOf(before) === key)
    );
  }

  /** Whether the user has seen this row as the active one. */
  #isExpected(row: Row): boolean {
    if (this.#replaced.length === 0) return true;
    const expected = this.#moved ?? this.#active;
    return !this.#isUnclear && (expected === undefined || this.#keyOf(row) === expected);
  }

  #applyPendingChoice(): void {
    const isPending = this.#hasPendingChoice && this.#hasPendingAnswer;
    this.#hasPendingChoice = false;
    this.#hasPendingAnswer = false;
    const [answer, ...others] = this.picker.items.filter((row) => this.#answerOf(row) !== undefined);
    if (isPending && answer !== undefined && others.length === 0) void this.#choose?.(answer);
  }

  #keyOf(row: Row): string {
    return this.#answerOf(row) ?? row.label;
  }
}

/**
 * Resolves once the window shows everything that the extension has set so far, and all earlier events of the window have
 * been handled: messages in both directions keep their order. An open quick pick collects its changes until the next turn
 * of the event loop.
 */
export async function flushUi(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await commands.executeCommand('setContext', 'roomside:flushUi', true);
}

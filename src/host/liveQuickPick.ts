import { type QuickPick, type QuickPickItem, window } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { flushUi, uiAnswers } from './flushUi.ts';

/**
 * A quick pick whose rows change while it is open. VS Code reports the active and the chosen row by index, so a choice
 * that is made while rows are being replaced could apply to the wrong row. Until the window has the new rows, a move to
 * an old row makes the same row active among the new ones, and Enter chooses it. Enter without such a move chooses the
 * row if it has the same index before and after. If the new rows answer what was typed, Enter chooses the answer once it
 * is shown, if it is the only one. Otherwise it chooses nothing.
 */
export class LiveQuickPick<Row extends QuickPickItem> implements Disposable {
  readonly #owned = new DisposableStore();
  readonly picker: QuickPick<Row>;
  readonly #answerOf: (row: Row) => string | undefined;
  #choose: ((row: Row) => void) | undefined;
  /** Rows that the window may still show, oldest first. */
  #replaced: (readonly Row[])[] = [];
  /** The number of row changes that the window is applying now. Meanwhile it reports moves that the user did not make. */
  #applyingCount = 0;
  #active: string | undefined;
  /** The row that the user moved to before the window had the new rows. */
  #moved: string | undefined;
  #isShown = false;
  #hasPendingAnswer = false;
  #hasPendingChoice = false;

  /** @param answerOf the id of the item that a row offers; `undefined` for a row that leads to other items */
  constructor(answerOf: (row: Row) => string | undefined) {
    this.#answerOf = answerOf;
    this.picker = this.#owned.add(window.createQuickPick<Row>());
    this.picker.keepScrollPosition = true;
    this.#owned.add(
      this.picker.onDidChangeActive(([active]) => {
        if (this.#replaced.length === 0) this.#active = active && this.#keyOf(active);
        else if (active !== undefined && this.#applyingCount === 0) this.#applyMove(active);
      }),
    );
    this.#owned.add(this.picker.onDidAccept(() => this.#accept()));
  }

  open(): void {
    this.#isShown = true;
    this.picker.show();
  }

  /** Whether these rows offer the same items as the shown ones, in any order and with any texts. */
  isSameChoice(rows: readonly Row[]): boolean {
    const shown = new Set(this.picker.items.map((row) => this.#keyOf(row)));
    return rows.length === this.picker.items.length && rows.every((row) => shown.has(this.#keyOf(row)));
  }

  /** Replaces the rows. The active row stays active. */
  show(rows: readonly Row[]): void {
    this.#replace(rows);
    this.#activate(this.#active);
  }

  /** Replaces the rows with those that match the typed text, best match first. */
  answer(rows: readonly Row[]): void {
    this.#hasPendingAnswer = true;
    this.#replace(rows);
  }

  onDidChoose(listener: (row: Row) => void): void {
    this.#choose = listener;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #replace(rows: readonly Row[]): void {
    this.#noteReplaced();
    this.picker.items = rows;
  }

  /** Called before the rows or the active row change: the first reply comes before the change, the second one after it. */
  #noteReplaced(): void {
    if (!this.#isShown) return;
    this.#replaced.push(this.picker.items);
    void uiAnswers().then(() => {
      this.#applyingCount += 1;
    });
    void flushUi().then(() => {
      this.#applyingCount -= 1;
      this.#replaced.shift();
      if (this.#replaced.length > 0) return;
      this.#moved = undefined;
      this.#applyPendingChoice();
    });
  }

  /** @param reported the new row at the index of the old one */
  #applyMove(reported: Row): void {
    // Typing also moves the active row, and the best match should become active.
    if (this.#hasPendingAnswer) return;
    const old = this.#replaced[0]?.[this.picker.items.indexOf(reported)];
    const key = old && this.#keyOf(old);
    if (this.#rowWith(key) === undefined) return;
    this.#moved = key;
    this.#active = key;
    this.#noteReplaced();
    this.#activate(key);
  }

  #activate(key: string | undefined): void {
    const row = this.#rowWith(key);
    if (row !== undefined) this.picker.activeItems = [row];
  }

  #rowWith(key: string | undefined): Row | undefined {
    return this.picker.items.find((row) => this.#keyOf(row) === key);
  }

  #accept(): void {
    const moved = this.#rowWith(this.#moved);
    const [row] = this.picker.selectedItems;
    const index = row === undefined ? -1 : this.picker.items.indexOf(row);
    if (moved !== undefined) this.#choose?.(moved);
    else if (row !== undefined && index >= 0 && this.#isAlwaysAtIndex(index, row)) this.#choose?.(row);
    else this.#hasPendingChoice = this.#replaced.length > 0;
  }

  #isAlwaysAtIndex(index: number, row: Row): boolean {
    const key = this.#keyOf(row);
    return this.#replaced.every(({ [index]: before }) => before !== undefined && this.#keyOf(before) === key);
  }

  #applyPendingChoice(): void {
    const isPending = this.#hasPendingChoice && this.#hasPendingAnswer;
    this.#hasPendingChoice = false;
    this.#hasPendingAnswer = false;
    const [answer, ...others] = this.picker.items.filter((row) => this.#answerOf(row) !== undefined);
    if (isPending && answer !== undefined && others.length === 0) this.#choose?.(answer);
  }

  #keyOf(row: Row): string {
    return this.#answerOf(row) ?? row.label;
  }
}

import { type QuickPick, type QuickPickItem, window } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';

/**
 * A quick pick whose rows change while it is open. VS Code tells the chosen row by its place, so that a choice on rows
 * that are just being replaced would be taken for another. Who types fast and presses Enter chooses from the new rows once
 * they are shown, if only one of them answers; else nothing is chosen.
 */
export class LiveQuickPick<Row extends QuickPickItem> implements Disposable {
  readonly #owned = new DisposableStore();
  readonly picker: QuickPick<Row>;
  readonly #isAnswer: (row: Row) => boolean;
  #choose: ((row: Row) => void) | undefined;
  #areRowsShown = false;
  #isChoiceWaiting = false;

  /** @param isAnswer whether a row is one of those that are looked for, and not a way to others */
  constructor(isAnswer: (row: Row) => boolean) {
    this.#isAnswer = isAnswer;
    this.picker = this.#owned.add(window.createQuickPick<Row>());
    // The window has taken the rows when it says which of them is active.
    this.#owned.add(
      this.picker.onDidChangeActive(() => {
        this.#areRowsShown = true;
        this.#chooseWaiting();
      }),
    );
    this.#owned.add(this.picker.onDidAccept(() => this.#accept()));
  }

  /** Replaces the rows. */
  show(rows: readonly Row[]): void {
    this.#areRowsShown = false;
    this.picker.items = rows;
  }

  onDidChoose(listener: (row: Row) => void): void {
    this.#choose = listener;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #accept(): void {
    const [row] = this.picker.selectedItems;
    if (!this.#areRowsShown) this.#isChoiceWaiting = true;
    else if (row !== undefined) this.#choose?.(row);
  }

  #chooseWaiting(): void {
    if (!this.#isChoiceWaiting) return;
    this.#isChoiceWaiting = false;
    const [answer, ...others] = this.picker.items.filter(this.#isAnswer);
    if (answer !== undefined && others.length === 0) this.#choose?.(answer);
  }
}

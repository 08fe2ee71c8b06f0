import { commands, type QuickPick, type QuickPickItem, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';

/**
 * A quick pick whose rows change while it is open. VS Code reports the chosen row by index, so that a choice made while
 * rows are being replaced could be taken for another one. Until the window has the new rows, Enter chooses a row only if
 * the same row has its index before and after. If the new rows answer what was typed, Enter chooses the answer once it is
 * shown, if it is the only one. Otherwise it chooses nothing.
 */
export class LiveQuickPick<Row extends QuickPickItem> implements Disposable {
  readonly #owned = new DisposableStore();
  readonly picker: QuickPick<Row>;
  readonly #answerOf: (row: Row) => string | undefined;
  #choose: ((row: Row) => void) | undefined;
  /** Rows that the window may still show, oldest first. */
  #replaced: (readonly Row[])[] = [];
  #active: string | undefined;
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

  /** Replaces the rows. The active row stays active, but the first item becomes active if there was none before. */
  show(rows: readonly Row[]): void {
    const hadItems = this.picker.items.some((row) => this.#answerOf(row) !== undefined);
    this.#replace(rows);
    const active = rows.find((row) => this.#keyOf(row) === this.#active);
    if (hadItems && active !== undefined) this.picker.activeItems = [active];
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
    const before = this.picker.items;
    this.picker.items = rows;
    if (!this.#isShown) return;
    this.#replaced.push(before);
    void flushUi().then(() => {
      this.#replaced.shift();
      if (this.#replaced.length === 0) this.#applyPendingChoice();
    });
  }

  #accept(): void {
    const [row] = this.picker.selectedItems;
    const index = row === undefined ? -1 : this.picker.items.indexOf(row);
    if (row !== undefined && index >= 0 && this.#isAlwaysAtIndex(index, row)) this.#choose?.(row);
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

/**
 * Resolves once the window shows everything that the extension has set so far, and all earlier events of the window have
 * been handled: messages in both directions keep their order. An open quick pick collects its changes until the next turn
 * of the event loop.
 */
export async function flushUi(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await commands.executeCommand('setContext', 'roomside:flushUi', true);
}

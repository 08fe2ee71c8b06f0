import { type QuickPick, type QuickPickItem, window } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { windowIsUpToDate } from './windowIsUpToDate.ts';

/**
 * A quick pick whose rows change while it is open. VS Code tells the chosen row by its place, so that a choice made on
 * rows that are just being replaced would be taken for another. While new rows are on their way, a choice counts if the
 * same stands at its place before and after. Else who types fast and presses Enter chooses from the rows that answer,
 * once they are shown, if it is one only; and nothing is chosen otherwise.
 */
export class LiveQuickPick<Row extends QuickPickItem> implements Disposable {
  readonly #owned = new DisposableStore();
  readonly picker: QuickPick<Row>;
  readonly #answerOf: (row: Row) => string | undefined;
  #choose: ((row: Row) => void) | undefined;
  /** Those the window may still show, oldest first. */
  #replaced: (readonly Row[])[] = [];
  #active: string | undefined;
  #isShown = false;
  #isAnswerWaitedFor = false;
  #isChoiceWaiting = false;

  /** @param answerOf the id of what is looked for; `undefined` for a row that is a way to others */
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

  /** Whether these rows offer what is shown, in whatever order and words. */
  isSameChoice(rows: readonly Row[]): boolean {
    const shown = new Set(this.picker.items.map((row) => this.#keyOf(row)));
    return rows.length === this.picker.items.length && rows.every((row) => shown.has(this.#keyOf(row)));
  }

  /** Replaces the rows; the one that is active stays so. */
  show(rows: readonly Row[]): void {
    this.#replace(rows);
    const again = rows.find((row) => this.#keyOf(row) === this.#active);
    if (again !== undefined) this.picker.activeItems = [again];
  }

  /** Replaces the rows by those that answer what was typed; the best comes first. */
  answer(rows: readonly Row[]): void {
    this.#isAnswerWaitedFor = true;
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
    void windowIsUpToDate().then(() => {
      this.#replaced.shift();
      if (this.#replaced.length === 0) this.#chooseWaiting();
    });
  }

  #accept(): void {
    const [row] = this.picker.selectedItems;
    const place = row === undefined ? -1 : this.picker.items.indexOf(row);
    if (row !== undefined && place >= 0 && this.#isEverywhereAt(place, row)) this.#choose?.(row);
    else this.#isChoiceWaiting = this.#replaced.length > 0;
  }

  #isEverywhereAt(place: number, row: Row): boolean {
    const key = this.#keyOf(row);
    return this.#replaced.every(({ [place]: before }) => before !== undefined && this.#keyOf(before) === key);
  }

  #chooseWaiting(): void {
    const isWaiting = this.#isChoiceWaiting && this.#isAnswerWaitedFor;
    this.#isChoiceWaiting = false;
    this.#isAnswerWaitedFor = false;
    const [answer, ...others] = this.picker.items.filter((row) => this.#answerOf(row) !== undefined);
    if (isWaiting && answer !== undefined && others.length === 0) this.#choose?.(answer);
  }

  #keyOf(row: Row): string {
    return this.#answerOf(row) ?? row.label;
  }
}

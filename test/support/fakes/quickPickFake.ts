// The quick input of VS Code as an extension sees it, without a window.
import type { QuickInputButton, QuickPickItem } from 'vscode';
import { Emitter } from '../../../src/core/base/emitter.ts';

const separatorKind = -1;
/** The quick pick that the keys go to: at most one is open. */
let current: FakeQuickPick<QuickPickItem> | undefined;

/**
 * A quick pick. What the extension sets reaches the window in the next turn of the event loop, all at once; the window makes
 * the first of new rows active, unless the extension names another one.
 */
export class FakeQuickPick<Row extends QuickPickItem> {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  placeholder: string | undefined;
  busy = false;
  buttons: readonly QuickInputButton[] = [];
  selectedItems: readonly Row[] = [];
  readonly #changesActive = new Emitter<readonly Row[]>();
  readonly #changesValue = new Emitter<string>();
  readonly #accepts = new Emitter<void>();
  readonly #triggersButton = new Emitter<unknown>();
  readonly #hides = new Emitter<void>();
  readonly onDidChangeActive = this.#changesActive.event;
  readonly onDidChangeValue = this.#changesValue.event;
  readonly onDidAccept = this.#accepts.event;
  readonly onDidTriggerButton = this.#triggersButton.event;
  readonly onDidHide = this.#hides.event;
  #items: readonly Row[] = [];
  #active: readonly Row[] = [];
  #value = '';
  #hasNewRows = false;
  /** The row that the extension has made active, by its index: of several changes, the window gets the last of each kind. */
  #named: number | undefined;
  #isShown = false;

  get items(): readonly Row[] {
    return this.#items;
  }

  set items(rows: readonly Row[]) {
    this.#items = rows;
    this.#hasNewRows = true;
    this.#updateSoon();
  }

  get activeItems(): readonly Row[] {
    return this.#active;
  }

  set activeItems(rows: readonly Row[]) {
    this.#active = rows;
    this.#named = rows[0] === undefined ? undefined : this.#items.indexOf(rows[0]);
    this.#updateSoon();
  }

  get value(): string {
    return this.#value;
  }

  /** The window reports a value that the extension sets, as one that was typed. */
  set value(text: string) {
    this.#value = text;
    if (this.#isShown) setTimeout(() => this.#changesValue.fire(text), 0);
  }

  show(): void {
    const before = current;
    current = this as unknown as FakeQuickPick<QuickPickItem>;
    this.#isShown = true;
    if (before !== current) before?.hide();
    this.#updateSoon();
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    if (current === (this as unknown)) current = undefined;
    setTimeout(() => this.#hides.fire(), 0);
  }

  dispose(): void {
    this.hide();
  }

  /** Enter in the window. @param active the row that is active there */
  accept(active: Row | undefined = this.#active[0]): void {
    this.selectedItems = active === undefined ? [] : [active];
    this.#accepts.fire();
  }

  /** A click on a button of the title bar. */
  press(tooltip: string): void {
    const button = this.buttons.find((each) => each.tooltip === tooltip);
    if (button === undefined) throw new Error(`there is no button "${tooltip}"`);
    this.#triggersButton.fire(button);
  }

  #updateSoon(): void {
    if (this.#isShown) setTimeout(() => this.#update(), 0);
  }

  #update(): void {
    if (!this.#isShown || (!this.#hasNewRows && this.#named === undefined)) return;
    const shown = this.#items.filter(({ kind }) => kind !== separatorKind);
    const named = this.#named === undefined ? undefined : this.#items[this.#named];
    this.#active = named === undefined ? shown.slice(0, 1) : [named];
    this.#hasNewRows = false;
    this.#named = undefined;
    this.#changesActive.fire(this.#active);
  }
}

/** The list of `window.showQuickPick`. */
export async function showQuickPick<Row extends QuickPickItem>(
  rows: readonly Row[] | Promise<readonly Row[]>,
  { onDidSelectItem }: { onDidSelectItem?(row: Row): void } = {},
): Promise<Row | undefined> {
  const picker = new FakeQuickPick<Row>();
  picker.items = await rows;
  picker.onDidChangeActive(([active]) => active && onDidSelectItem?.(active));
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
}

/** The commands of VS Code for the open quick pick. */
export const quickInputCommands: Readonly<Record<string, (() => void) | undefined>> = {
  'workbench.action.acceptSelectedQuickOpenItem': () => current?.accept(),
  'workbench.action.closeQuickOpen': () => current?.hide(),
};

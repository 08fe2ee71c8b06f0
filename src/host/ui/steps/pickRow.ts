import { type QuickPickItem, window } from 'vscode';
import { type StepLists, showIn } from './stepLists.ts';

interface RowTexts {
  readonly title?: string;
  readonly placeholder: string;
}

/**
 * Lets the user choose a row in one of several steps. The list stays on the screen, busy, until the next one replaces it.
 * @param lists those of the steps. Without them, the list closes with the answer
 * @param how `isOptional`: Escape leads on to the next step instead of leaving all of them; `hasNoDefault`: no row is active
 * at first, so that Enter alone chooses nothing
 * @returns `undefined` on Escape
 * @throws what the rows reject with
 */
export async function pickRow<Row extends QuickPickItem>(
  rows: readonly Row[] | Promise<readonly Row[]>,
  texts: RowTexts,
  lists: StepLists | undefined,
  how?: 'isOptional' | 'hasNoDefault',
): Promise<Row | undefined> {
  const picker = window.createQuickPick<Row>();
  const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
  const answer = (row?: Row): void => {
    picker.busy = true;
    resolve(row);
  };
  Object.assign(picker, { ...texts, ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true });
  const fill = (items: readonly Row[]): void => {
    picker.items = items;
    if (how === 'hasNoDefault') picker.activeItems = [];
    picker.busy = false;
  };
  if (rows instanceof Promise) {
    picker.busy = true;
    rows.then(fill, reject);
  } else fill(rows);
  picker.onDidAccept(() => picker.selectedItems[0] && answer(picker.selectedItems[0]));
  picker.onDidHide(() => resolve(undefined));
  if (!showIn(lists, picker, how === 'isOptional' ? () => answer() : undefined)(picker)) return undefined;
  return lists === undefined ? promise.finally(() => picker.dispose()) : promise;
}

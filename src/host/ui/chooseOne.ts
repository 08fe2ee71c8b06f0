import { type QuickPickItem, type QuickPickOptions, window } from 'vscode';

/** The only item, or the one that the user picks of several. `undefined` if there is none, or on Escape. */
export async function chooseOne<T>(
  items: readonly T[],
  rowOf: (item: T) => QuickPickItem,
  options: QuickPickOptions,
): Promise<T | undefined> {
  if (items.length < 2) return items[0];
  const rows = items.map((item) => ({ ...rowOf(item), item }));
  return (await window.showQuickPick(rows, options))?.item;
}

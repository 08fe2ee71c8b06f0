import { type QuickPickItem, window } from 'vscode';

/** Lets the user choose a row. None is active at first, so that Enter alone chooses nothing. */
export async function pickWithoutDefault<Row extends QuickPickItem>(
  items: readonly Row[],
  texts: { readonly title: string; readonly placeholder: string },
): Promise<Row | undefined> {
  const picker = window.createQuickPick<Row>();
  const options = { matchOnDescription: true, matchOnDetail: true, ignoreFocusOut: true };
  Object.assign(picker, { ...texts, ...options, items, activeItems: [] });
  try {
    return await new Promise((resolve) => {
      picker.onDidAccept(() => {
        const [row] = picker.selectedItems;
        if (row !== undefined) resolve(row);
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

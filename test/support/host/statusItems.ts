import type { StatusBarItem, window } from 'vscode';
import { replaceInWindow } from './windowMember.ts';

type Create = typeof window.createStatusBarItem;

/**
 * The item of Roomside in the status bar, while it is shown. Watched before the first test, because the item may be shown
 * since an earlier one.
 */
export function statusItemOfRun(): () => StatusBarItem | undefined {
  const shown = new Set<StatusBarItem>();
  replaceInWindow('createStatusBarItem', (original) => (...args: Parameters<Create>) => {
    const item = original(...args);
    const { dispose } = item;
    item.dispose = () => {
      shown.delete(item);
      dispose.call(item);
    };
    shown.add(item);
    return item;
  });
  return () => [...shown].find(({ id }) => id.endsWith('roomside.status'));
}

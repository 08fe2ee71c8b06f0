import type { TreeView, TreeViewOptions } from 'vscode';
import { replaceInWindow } from './windowMember.ts';

/** The view of this id as Roomside creates it. Watched before the first test, because activation creates it. */
export function treeViewOfRun(id: string): () => TreeView<unknown> {
  let view: TreeView<unknown> | undefined;
  replaceInWindow('createTreeView', (original) => (viewId: string, options: TreeViewOptions<unknown>) => {
    const created = original(viewId, options);
    if (viewId === id) view = created;
    return created;
  });
  return () => {
    if (view === undefined) throw new Error(`${id} was not created`);
    return view;
  };
}

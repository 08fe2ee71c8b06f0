import { EventEmitter, type ProviderResult, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Disposable } from '../core/base/disposable.ts';
import { type Lazy, lazy } from '../core/base/lazy.ts';

/** The data of a view, loaded when the view is first visible. */
export class LazyTree<T> implements TreeDataProvider<T>, Disposable {
  readonly #tree: Lazy<TreeDataProvider<T>>;
  readonly #changes = new EventEmitter<undefined | null | T | T[]>();
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(load: () => Promise<TreeDataProvider<T>>) {
    this.#tree = lazy(async () => {
      const tree = await load();
      // The loaded tree lives as long as this one.
      tree.onDidChangeTreeData?.((rows) => this.#changes.fire(rows ?? undefined));
      return tree;
    });
  }

  getChildren(row?: T): ProviderResult<T[]> {
    const { current } = this.#tree;
    return current === undefined ? this.#tree().then((tree) => tree.getChildren(row)) : current.getChildren(row);
  }

  getTreeItem(row: T): TreeItem | Thenable<TreeItem> {
    const { current } = this.#tree;
    return current === undefined ? this.#tree().then((tree) => tree.getTreeItem(row)) : current.getTreeItem(row);
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

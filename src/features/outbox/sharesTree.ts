import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import { type ShareNode, shareItem, unreadableItem } from './shareItems.ts';

/** The rows of the Recent Shares view, the newest first. */
export class SharesTree implements TreeDataProvider<ShareNode>, Disposable {
  readonly #outbox: Outbox;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<ShareNode | undefined>());
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(outbox: Outbox, clock: Clock) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#owned.add(outbox.onDidChange(() => this.#changes.fire(undefined)));
  }

  getTreeItem(node: ShareNode): TreeItem {
    return node.kind === 'share' ? shareItem(node.record, this.#clock.now()) : unreadableItem(node.share);
  }

  getChildren(node?: ShareNode): ShareNode[] {
    if (node !== undefined) return [];
    const { shares, unreadable } = this.#outbox.snapshot;
    return [
      ...unreadable.map((share) => ({ kind: 'unreadable', shareId: share.id, share }) as const),
      ...shares.map((record) => ({ kind: 'share', shareId: record.id, record }) as const).reverse(),
    ];
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

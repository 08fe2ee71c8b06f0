import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { RetryWait } from '../../core/api/retry.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/emitter.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import type { ShareRecord } from '../../core/outbox/shareRecord.ts';
import { type ShareNode, shareItem, unreadableItem } from './shareItems.ts';

export interface SharesTreePorts {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** See `ServiceConnection`. */
  readonly onDidWait: Event<RetryWait | undefined>;
}

/** The rows of the Recent Shares view, the newest first. What waits for a known time counts down. */
export class SharesTree implements TreeDataProvider<ShareNode>, Disposable {
  readonly #outbox: Outbox;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<ShareNode | undefined>());
  readonly #tick = this.#owned.add(new MutableDisposable<Disposable>());
  readonly #counting = new Set<ShareNode>();
  #wait: RetryWait | undefined;
  readonly onDidChangeTreeData = this.#changes.event;

  constructor({ outbox, clock, onDidWait }: SharesTreePorts) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#owned.add(outbox.onDidChange(() => this.refresh()));
    this.#owned.add(
      onDidWait((wait) => {
        this.#wait = wait;
        this.refresh();
      }),
    );
  }

  /** Shows everything as it is now. */
  refresh(): void {
    this.#changes.fire(undefined);
  }

  getTreeItem(node: ShareNode): TreeItem {
    if (node.kind === 'unreadable') return unreadableItem(node.share);
    const nowMs = this.#clock.now();
    const untilMs = this.#untilMs(node.record);
    if (untilMs !== undefined && untilMs > nowMs) this.#count(node);
    return shareItem(node.record, nowMs, untilMs);
  }

  getChildren(node?: ShareNode): ShareNode[] {
    if (node !== undefined) return [];
    this.#counting.clear();
    const { shares, unreadable } = this.#outbox.snapshot;
    return [
      ...unreadable.map((share) => ({ kind: 'unreadable', shareId: share.id, share }) as const),
      ...shares.map((record) => ({ kind: 'share', shareId: record.id, record }) as const).reverse(),
    ];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** When it goes on by itself, where that is known. */
  #untilMs({ state, reason, notBeforeMs }: ShareRecord): number | undefined {
    if (state === 'sending') return this.#wait?.reason === 'rate-limited' ? this.#wait.untilMs : undefined;
    if (state !== 'queued' || reason === undefined || reason.kind === 'waits-for-sign-in') return undefined;
    return Math.max(notBeforeMs ?? 0, this.#outbox.nextTryMs ?? 0);
  }

  /** Draws the row anew in a second. Rows nobody looks at are not asked for, and so count no further. */
  #count(node: ShareNode): void {
    if (this.#counting.size === 0) this.#tick.value = this.#clock.startTimer(1000, () => this.#drawCounting());
    this.#counting.add(node);
  }

  #drawCounting(): void {
    const nodes = [...this.#counting];
    this.#counting.clear();
    for (const node of nodes) this.#changes.fire(node);
  }
}

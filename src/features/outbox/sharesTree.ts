import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import { type ActiveAccount, followActive } from '../../core/auth/activeAccount.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import { listedShares, type SharesStatus } from '../../core/outbox/sharesStatus.ts';
import { type ShareNode, shareItem, unreadableItem } from './shareItems.ts';

export interface SharesTreePorts {
  readonly outbox: Pick<Outbox, 'snapshot'>;
  readonly status: Pick<SharesStatus, 'nextTryMs' | 'onDidChange'>;
  readonly clock: Clock;
  readonly active: Pick<ActiveAccount, 'get' | 'onDidChange'>;
}

/**
 * The rows of the Recent Shares view: failed shares first, then the newest. Shares with a known next try count down.
 */
export class SharesTree implements TreeDataProvider<ShareNode>, Disposable {
  readonly #outbox: SharesTreePorts['outbox'];
  readonly #status: SharesTreePorts['status'];
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(new EventEmitter<ShareNode[] | undefined>());
  readonly #tick = this.#owned.add(new MutableDisposable<Disposable>());
  readonly #countdowns = new Set<ShareNode>();
  /** The rendered item of each row, as JSON. */
  readonly #rendered = new WeakMap<ShareNode, string>();
  #rows: readonly ShareNode[] = [];
  #accountId: string | undefined;
  readonly onDidChangeTreeData = this.#changes.event;

  constructor({ outbox, status, clock, active }: SharesTreePorts) {
    this.#outbox = outbox;
    this.#status = status;
    this.#clock = clock;
    this.#owned.add(status.onDidChange(() => this.#update()));
    this.#owned.add(
      followActive(active, (account) => {
        this.#accountId = account?.id;
        this.#update();
      }),
    );
  }

  /** Updates the rows whose relative time has changed. */
  refreshTimes(): void {
    this.#update();
  }

  /** Renders all rows again. */
  refresh(): void {
    this.#changes.fire(undefined);
  }

  getTreeItem(node: ShareNode): TreeItem {
    const item = this.#itemOf(node);
    this.#rendered.set(node, JSON.stringify(item));
    if (node.kind === 'share' && (this.#status.nextTryMs(node.record) ?? 0) > this.#clock.now())
      this.#addCountdown(node);
    return item;
  }

  getChildren(node?: ShareNode): ShareNode[] {
    if (node !== undefined) return [];
    this.#countdowns.clear();
    this.#rows = this.#rowsNow();
    return [...this.#rows];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #rowsNow(): ShareNode[] {
    const { shares, unreadable } = this.#outbox.snapshot;
    return [
      ...unreadable.map((share) => ({ kind: 'unreadable', shareId: share.id, share }) as const),
      ...listedShares(shares, this.#clock.now()).map(
        (record) => ({ kind: 'share', shareId: record.id, roomId: record.roomId, record }) as const,
      ),
    ];
  }

  /** Renders only changed rows: rendering a row between mouse down and mouse up loses the click. */
  #update(): void {
    const rows = this.#rowsNow();
    const isSame = ({ kind, shareId }: ShareNode, place: number): boolean =>
      shareId === this.#rows[place]?.shareId && kind === this.#rows[place]?.kind;
    if (rows.length !== this.#rows.length || !rows.every(isSame)) {
      this.refresh();
      return;
    }
    const changed = this.#rows.filter((row, place) => {
      Object.assign(row, rows[place]);
      return this.#isOutOfDate(row);
    });
    if (changed.length > 0) this.#changes.fire(changed);
  }

  #isOutOfDate(node: ShareNode): boolean {
    return this.#rendered.get(node) !== JSON.stringify(this.#itemOf(node));
  }

  #itemOf(node: ShareNode): TreeItem {
    if (node.kind === 'unreadable') return unreadableItem(node.share);
    const { record } = node;
    const isOfOtherAccount = this.#accountId !== undefined && record.accountId !== this.#accountId;
    return shareItem(record, { nowMs: this.#clock.now(), untilMs: this.#status.nextTryMs(record), isOfOtherAccount });
  }

  /**
   * Checks every second whether the row has changed. VS Code requests only visible rows again, so hidden rows stop
   * counting.
   */
  #addCountdown(node: ShareNode): void {
    if (this.#countdowns.size === 0) this.#startTick();
    this.#countdowns.add(node);
  }

  #startTick(): void {
    this.#tick.value = this.#clock.startTimer(1000, () => this.#refreshCountdowns());
  }

  #refreshCountdowns(): void {
    const changed = [...this.#countdowns].filter((node) => this.#isOutOfDate(node));
    for (const node of changed) this.#countdowns.delete(node);
    if (this.#countdowns.size > 0) this.#startTick();
    if (changed.length > 0) this.#changes.fire(changed);
  }
}

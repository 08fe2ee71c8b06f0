import { EventEmitter, type TreeDataProvider, type TreeItem, type TreeView } from 'vscode';
import { type ActiveAccount, followActive } from '../../core/auth/activeAccount.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, MutableDisposable, Owner } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { firstWords } from '../../core/lines/prose.ts';
import type { Answers } from '../../core/messages/answers.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import type { SentContents } from '../../core/outbox/sentContents.ts';
import { messageTextOf, type ShareRecord } from '../../core/outbox/shareRecord.ts';
import { listedShares, type SharesStatus } from '../../core/outbox/sharesStatus.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import { type ShareNode, shareItem, unreadableItem, waitingItem } from './shareItems.ts';

interface SharesTreePorts {
  readonly outbox: Pick<Outbox, 'snapshot'>;
  readonly status: Pick<SharesStatus, 'nextTryMs' | 'onDidChange'>;
  /** Those of sent shares, whose records no longer have them. */
  readonly contents: Pick<SentContents, 'get'>;
  readonly answers: Pick<Answers, 'of' | 'lastInRoom' | 'isPostponed' | 'onDidChange'>;
  readonly directory: Pick<RoomDirectory, 'find'>;
  readonly clock: Clock;
  readonly active: Pick<ActiveAccount, 'get' | 'onDidChange'>;
  readonly view: Pick<TreeView<ShareNode>, 'visible' | 'onDidChangeVisibility'>;
}

/** How often the rows are checked for changed texts: while a next try counts down, and for "2 min. ago". */
const countdownMs = 1000;
const timesMs = 60_000;
const maxWordsCharacters = 60;
/** An answer is not expected after this time. */
const maxWaitMs = 14 * 24 * 60 * 60_000;

/** The rows of the Recent Shares view: failed shares first, then the newest. Shares with a known next try count down. */
export class SharesTree extends Owner implements TreeDataProvider<ShareNode> {
  readonly #ports: SharesTreePorts;
  readonly #changes = this.own(new EventEmitter<ShareNode[] | undefined>());
  readonly #timer = this.own(new MutableDisposable<Disposable>());
  /** The rendered item of each row, as JSON. */
  readonly #rendered = new WeakMap<ShareNode, string>();
  #rows: readonly ShareNode[] = [];
  #accountId: string | undefined;
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(ports: SharesTreePorts) {
    super();
    this.#ports = ports;
    this.own(ports.status.onDidChange(() => this.#update()));
    this.own(ports.answers.onDidChange(() => this.#update()));
    this.own(ports.view.onDidChangeVisibility(() => this.#changes.fire(undefined)));
    this.own(
      followActive(ports.active, (account) => {
        this.#accountId = account?.id;
        this.#update();
      }),
    );
  }

  getTreeItem(node: ShareNode): TreeItem {
    const item = this.#itemOf(node);
    this.#rendered.set(node, JSON.stringify(item));
    return item;
  }

  getChildren(node?: ShareNode): ShareNode[] {
    if (node !== undefined) return node.kind === 'waiting' ? this.#rows.filter(isWaiting) : [];
    this.#rows = this.#rowsNow();
    this.#startTimer();
    const group = { kind: 'waiting', shareId: '' } as const;
    const others = this.#rows.filter((row) => !isWaiting(row));
    return others.length < this.#rows.length ? [group, ...others] : others;
  }

  #rowsNow(): ShareNode[] {
    const { outbox, clock } = this.#ports;
    const { shares, unreadable } = outbox.snapshot;
    return [
      ...unreadable.map((share) => ({ kind: 'unreadable', shareId: share.id, share }) as const),
      ...listedShares(shares, clock.now()).map((record) => {
        const { id: shareId, roomId, messageId } = record;
        return { kind: 'share', shareId, roomId, messageId, record, isWaiting: this.#isWaiting(record) } as const;
      }),
    ];
  }

  #isWaiting({ state, asks, messageId = '', accountId, roomId, endedMs = 0 }: ShareRecord): boolean {
    const { answers, clock, directory } = this.#ports;
    const isOpen = state === 'sent' && asks === true && messageId !== '' && accountId === this.#accountId;
    if (!isOpen || clock.now() - endedMs > maxWaitMs) return false;
    // Two people answer each other without a thread.
    const isDirect = directory.find(roomId)?.type === 'direct';
    if (isDirect && answers.lastInRoom(roomId) > endedMs) return false;
    return answers.of(messageId) === undefined && !answers.isPostponed(messageId);
  }

  /** Renders only changed rows: rendering a row between mouse down and mouse up loses the click. */
  #update(): void {
    const rows = this.#rowsNow();
    const isSame = ({ kind, shareId }: ShareNode, place: number): boolean =>
      shareId === this.#rows[place]?.shareId && kind === this.#rows[place]?.kind;
    const isMoved = rows.some((row, place) => isWaiting(row) !== isWaiting(this.#rows[place]));
    if (rows.length !== this.#rows.length || !rows.every(isSame) || isMoved) {
      this.#changes.fire(undefined);
      return;
    }
    const changed = this.#rows.filter((row, place) => {
      Object.assign(row, rows[place]);
      // One that is not rendered yet will be, as it is then.
      return this.#rendered.has(row) && this.#rendered.get(row) !== JSON.stringify(this.#itemOf(row));
    });
    this.#startTimer();
    if (changed.length > 0) this.#changes.fire(changed);
  }

  #itemOf(node: ShareNode): TreeItem {
    if (node.kind === 'waiting') return waitingItem();
    if (node.kind === 'unreadable') return unreadableItem(node.share);
    const { record } = node;
    const { status, clock } = this.#ports;
    const isOfOtherAccount = this.#accountId !== undefined && record.accountId !== this.#accountId;
    const answers = this.#ports.answers.of(record.messageId ?? '');
    const isLast = node === (this.#rows.findLast((row) => !isWaiting(row)) ?? this.#rows.at(-1));
    const facts = {
      nowMs: clock.now(),
      untilMs: status.nextTryMs(record),
      isOfOtherAccount,
      answers,
      isWaiting: node.isWaiting,
      isLast,
    };
    const content = record.content ?? this.#ports.contents.get(record.id)?.content;
    const text = content === undefined ? '' : messageTextOf(content);
    return shareItem(record, facts, displayTitle(firstWords(text), maxWordsCharacters));
  }

  /** Checks the rows again while they are visible. */
  #startTimer(): void {
    const { status, clock, view } = this.#ports;
    const isCountingDown = this.#rows.some(
      (row) => row.kind === 'share' && (status.nextTryMs(row.record) ?? 0) > clock.now(),
    );
    const waitMs = isCountingDown ? countdownMs : timesMs;
    this.#timer.value = view.visible ? clock.startTimer(waitMs, () => this.#update()) : undefined;
  }
}

function isWaiting(row: ShareNode | undefined): boolean {
  return row?.kind === 'share' && row.isWaiting;
}

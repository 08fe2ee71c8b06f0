import { l10n, type TreeView, workspace } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { followActive } from '../../core/auth/activeAccount.ts';
import { RefreshDelayedError, SignInRequiredError } from '../../core/auth/errors.ts';
import { expiredError } from '../../core/auth/sessionRefresher.ts';
import { Owner } from '../../core/base/disposable.ts';
import { PollingScheduler } from '../../core/base/scheduling/pollingScheduler.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { RoomDirectory } from '../../core/rooms/roomDirectory.ts';
import { unreadRoomIds } from '../../core/rooms/unreadRooms.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { Services } from '../../host/services.ts';
import { setContext, type ViewState } from '../../host/vscode/contextKeys.ts';
import { withProgress } from '../../host/vscode/notifications.ts';
import { setting } from '../../host/vscode/settings.ts';
import { filterMessage, unreadText } from './roomItems.ts';
import type { RoomTree, RoomTreeNode } from './roomTree.ts';

const timesPauseMs = 60_000;

export interface RoomsViewPorts
  extends Pick<
    Services,
    'accounts' | 'active' | 'connection' | 'directory' | 'marks' | 'emails' | 'rooms' | 'clock' | 'log'
  > {
  /** The Rooms view, which shows the tree once it is loaded. */
  readonly roomsView: TreeView<RoomTreeNode>;
}

/** The state of the Rooms view: its message, badge and welcome content follow the account and the directory. */
export class RoomsView extends Owner {
  readonly #ports: RoomsViewPorts;
  readonly #tree: RoomTree;
  readonly view: TreeView<RoomTreeNode>;
  readonly #times: PollingScheduler;
  /** Empty with a single account. */
  #accountLabel = '';
  /** The active account, if its session has expired. */
  #expired: Account | undefined;

  constructor(ports: RoomsViewPorts, tree: RoomTree) {
    super();
    this.#ports = ports;
    this.#tree = tree;
    const { accounts, active, rooms, directory, marks } = ports;
    this.view = ports.roomsView;
    // Relative times are updated only while the view is visible.
    this.#times = this.own(
      new PollingScheduler(ports.clock, {
        isEnabled: () => this.view.visible,
        delayMs: () => timesPauseMs,
        run: async () => tree.refreshTimes(),
      }),
    );
    for (const changed of [directory.onDidChange, tree.onDidChangeOptions, marks.onDidChange])
      this.own(changed(() => this.#render()));
    this.own(accounts.onDidChange(() => void this.#nameAccount()));
    this.own(this.view.onDidChangeVisibility(() => void this.#loadWhenVisible()));
    this.own(this.view.onDidCollapseElement(({ element }) => tree.setCollapsed(element, true)));
    this.own(this.view.onDidExpandElement(({ element }) => tree.setCollapsed(element, false)));
    this.own(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('roomside.rooms.sortBy')) this.#applySettings();
      }),
    );
    const followed = { get: () => active.get(), onDidChange: rooms.onDidChangeAccount };
    this.own(followActive(followed, (account) => void this.#showAccount(account)));
  }

  /** Reloads from the first page, with the progress bar of the view. */
  async refresh(): Promise<void> {
    await withProgress({ location: { viewId: 'roomside.rooms' } }, () => this.#ports.directory.refresh());
  }

  /** Also called after a new sign-in or a token refresh, when a failed request may succeed. */
  async #showAccount(account: Account | undefined): Promise<void> {
    this.#expired = account?.state === 'reauth' ? account : undefined;
    await this.#nameAccount();
    await this.#loadWhenVisible();
  }

  async #nameAccount(): Promise<void> {
    const { accounts, active } = this.#ports;
    const all = await accounts.list();
    const inUse = await active.get();
    this.#accountLabel = all.length > 1 && inUse !== undefined ? displayTitle(inUse.label) : '';
    this.view.description = this.#accountLabel;
    this.#render();
  }

  async #loadWhenVisible(): Promise<void> {
    const { status } = this.#ports.directory.snapshot;
    const isMissing = status === 'idle' || status === 'failed';
    if (isMissing && this.#ports.rooms.accountId !== undefined && this.view.visible) await this.refresh();
    this.#times.reschedule();
  }

  #applySettings(): void {
    const order = setting('rooms.sortBy') === 'name' ? 'name' : 'activity';
    if (order !== this.#tree.options.order) this.#tree.setOptions({ order });
    this.#render();
  }

  #render(): void {
    const { filter } = this.#tree.options;
    const { directory, rooms } = this.#ports;
    this.view.message = this.#message(directory);
    const count = unreadRoomIds(this.#ports).length;
    if ((this.view.badge?.value ?? 0) !== count)
      this.view.badge = count === 0 ? undefined : { value: count, tooltip: unreadText(count) };
    void setContext('roomside:state', rooms.isSignedIn ? stateOf(directory) : 'signedOut');
    void setContext('roomside:roomsFiltered', filter !== '');
  }

  #message({ snapshot, size: roomCount }: RoomDirectory): string {
    const { status, error, hasMore } = snapshot;
    const { filter } = this.#tree.options;
    if (this.#expired !== undefined) return describeError(expiredError(this.#expired)).sentence;
    // The error of a session is out of date after the next sign-in, also while a hidden view lists nothing.
    const isRefused = error instanceof RefreshDelayedError && error.isRefusal;
    const isOfSession = error instanceof SignInRequiredError || isRefused;
    if (status === 'failed' && !isOfSession) return describeError(error).sentence;
    // A view alone in its container shows no description.
    if (filter === '') return this.#accountLabel && l10n.t('Account: {0}', this.#accountLabel);
    return filterMessage(filter, { foundCount: this.#tree.foundCount, roomCount, hasMore });
  }
}

function stateOf({ snapshot: { status }, size }: RoomDirectory): ViewState {
  if (size > 0) return 'rows';
  // The message and the action rows are shown without welcome content.
  if (status === 'failed') return 'failed';
  return status === 'ready' ? 'empty' : 'loading';
}

import { type TreeView, window } from 'vscode';
import type { ActiveAccount } from '../../core/auth/activeAccount.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { RoomDirectory, RoomsSnapshot } from '../../core/rooms/roomDirectory.ts';
import { setSignedIn, setViewState, type ViewState } from '../../host/contextKeys.ts';
import { anyFailureWords } from '../../host/words/failureWords.ts';
import type { RoomTree, RoomTreeNode } from './roomTree.ts';

/** The Rooms view: follows the account and the directory, and says which welcome text is the right one. */
export class RoomsView implements Disposable {
  readonly #directory: RoomDirectory;
  readonly #owned = new DisposableStore();
  readonly #view: TreeView<RoomTreeNode>;
  #shownAccount: string | undefined;
  #isSignedIn = false;

  constructor(active: ActiveAccount, directory: RoomDirectory, tree: RoomTree) {
    this.#directory = directory;
    this.#view = this.#owned.add(window.createTreeView('roomside.rooms', { treeDataProvider: tree }));
    this.#owned.add(directory.onDidChange((snapshot) => void this.#render(snapshot)));
    this.#owned.add(active.onDidChange((account) => void this.#follow(account && `${account.id} ${account.baseUrl}`)));
    this.#owned.add(this.#view.onDidChangeVisibility(() => void this.#loadWhenSeen()));
    void active.get().then((account) => this.#follow(account && `${account.id} ${account.baseUrl}`));
  }

  /** Starts over with the first page, under the view's own progress bar. */
  async refresh(): Promise<void> {
    await window.withProgress({ location: { viewId: 'roomside.rooms' } }, () => this.#directory.refresh());
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** A refreshed token is the same account and changes nothing here. */
  async #follow(account: string | undefined): Promise<void> {
    const isSame = this.#isSignedIn === (account !== undefined) && account === this.#shownAccount;
    // The same person signed in anew, or the token was renewed: what had failed may work now.
    if (isSame && account !== undefined) return this.#loadWhenSeen();
    this.#shownAccount = account;
    this.#isSignedIn = account !== undefined;
    await setSignedIn(this.#isSignedIn);
    this.#directory.clear();
    await this.#loadWhenSeen();
  }

  async #loadWhenSeen(): Promise<void> {
    const { status } = this.#directory.snapshot;
    const isMissing = status === 'idle' || status === 'failed';
    if (isMissing && this.#isSignedIn && this.#view.visible) await this.refresh();
  }

  async #render(snapshot: RoomsSnapshot): Promise<void> {
    const { status, error } = snapshot;
    this.#view.message = status === 'failed' ? anyFailureWords(error).sentence : '';
    await setViewState(this.#isSignedIn ? stateOf(snapshot) : 'signedOut');
  }
}

function stateOf({ status, rooms }: RoomsSnapshot): ViewState {
  // A failure has rows of its own: beside the message that says why, no welcome text is shown.
  if (rooms.length > 0 || status === 'failed') return 'rows';
  return status === 'ready' ? 'empty' : 'loading';
}

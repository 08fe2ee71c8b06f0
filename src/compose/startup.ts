import type { ExtensionContext, TreeView } from 'vscode';
import type { Disposable } from '../core/base/disposable.ts';
import type { ShareNode } from '../features/outbox/shareItems.ts';
import type { RoomTreeNode } from '../features/rooms/roomTree.ts';
import type { TerminalHistory } from '../features/share/sources/terminalHistory.ts';
import type { OutputLog } from '../host/vscode/outputLog.ts';

/** Lets the extension dispose an item at its end. Later items are disposed first, because they may need earlier ones. */
export type Own = <T extends Disposable>(item: T) => T;

/** What exists since VS Code has started the extension. */
export interface Startup {
  readonly context: ExtensionContext;
  readonly log: OutputLog;
  readonly own: Own;
  /** Names the window to the programs in its terminals. */
  readonly windowId: string;
  readonly terminals: TerminalHistory;
  readonly roomsView: TreeView<RoomTreeNode>;
  readonly sharesView: TreeView<ShareNode>;
  readonly loadSharedLines: () => Promise<unknown>;
}

import { type Disposable, l10n, Uri, ViewColumn, type WebviewPanel, type WebviewPanelSerializer, window } from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { webviewPageOptions } from '../../host/webviewPage.ts';
import type { BlockActions } from './blockActions.ts';
import type { ReaderPorts } from './readerPorts.ts';
import { type ReadRoom, RoomReader } from './roomReader.ts';

/** The type of the panels. */
const viewType = 'roomside.reader';

/** A panel for each room that is read; those that were open come back with their window. */
export class ReaderPanels implements WebviewPanelSerializer, Disposable {
  readonly #ports: ReaderPorts;
  readonly #blockActions: BlockActions;
  readonly #owned = new DisposableStore();
  readonly #open = new Map<
    string,
    { readonly panel: WebviewPanel; readonly reader: RoomReader; readonly room: ReadRoom }
  >();

  constructor(ports: ReaderPorts, blockActions: BlockActions) {
    this.#ports = ports;
    this.#blockActions = blockActions;
    this.#owned.add(ports.active.onDidChange((account) => void this.#follow(account?.id)));
  }

  /** Opens the panel of a room, or brings it to the front. */
  async open(roomId: string): Promise<void> {
    const accountId = (await this.#ports.active.get())?.id ?? '';
    const known = this.#open.get(roomId);
    if (known !== undefined) return known.reader.reveal();
    const room = this.#ports.directory.find(roomId);
    const title = displayTitle(room?.title ?? '') || l10n.t('Room');
    const options = { enableFindWidget: true, ...webviewPageOptions(this.#ports.extensionUri) };
    this.#adopt(window.createWebviewPanel(viewType, title, ViewColumn.Active, options), { roomId, accountId });
  }

  /** The panels stay: their window is only being loaded anew, and they come back with it. */
  dispose(): void {
    this.#owned.dispose();
    for (const { reader } of this.#open.values()) reader.dispose();
  }

  #adopt(panel: WebviewPanel, room: ReadRoom): void {
    const icon = (name: string): Uri => Uri.joinPath(this.#ports.extensionUri, 'media', name);
    panel.iconPath = { light: icon('roomside.svg'), dark: icon('roomside-dark.svg') };
    const reader = new RoomReader(this.#ports, panel, room, this.#blockActions);
    this.#open.set(room.roomId, { panel, reader, room });
    const noted = this.#ports.marks.registerReader(room.roomId);
    panel.onDidDispose(() => {
      noted.dispose();
      this.#open.delete(room.roomId);
      reader.dispose();
    });
  }

  async deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const room = parseState(state);
    const account = await this.#ports.active.get();
    // What another account read is not for this one to see.
    if (room === undefined || room.accountId !== account?.id || this.#open.has(room.roomId)) return panel.dispose();
    panel.webview.options = webviewPageOptions(this.#ports.extensionUri);
    this.#adopt(panel, room);
  }

  /** Another account takes over, or somebody signed out: what was read goes. The same one signed in anew: it goes on. */
  #follow(accountId: string | undefined): void {
    for (const { panel, reader, room } of [...this.#open.values()]) {
      if (room.accountId === accountId) void reader.retry();
      else panel.dispose();
    }
  }
}

/** The page's own note, which it may have lost. */
function parseState(state: unknown): ReadRoom | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { roomId, accountId } = state as Readonly<Record<string, unknown>>;
  return typeof roomId === 'string' && typeof accountId === 'string' ? { roomId, accountId } : undefined;
}

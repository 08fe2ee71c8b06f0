import { l10n, Uri, ViewColumn, type WebviewPanel, type WebviewPanelSerializer, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { fieldsOf } from '../../core/base/json.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { isAtUnread, messageIdOf, roomIdOf } from '../../host/commands/commandArguments.ts';
import { type CommandHandlers, commandIds } from '../../host/commands/commandIds.ts';
import { AppliedPatches } from '../../host/git/appliedPatches.ts';
import { pickRoom } from '../../host/ui/pickRoom.ts';
import { webviewPageOptions } from '../../host/ui/webviewPage.ts';
import { ReadOnlyTexts } from '../../host/vscode/readOnlyTexts.ts';
import type { PageAction } from '../../webview/reader/protocol.ts';
import { createBlockActions } from './blocks/blockActions.ts';
import { LastEditor } from './blocks/insertAtCursor.ts';
import { Suggestions } from './blocks/suggestions.ts';
import type { ReadRoom } from './roomPage.ts';
import { type MenuTarget, type ReaderParts, type ReaderPorts, RoomReader } from './roomReader.ts';

type ActionCommand = `roomside.reader${Capitalize<PageAction>}`;
/** The reader: the messages of a room in a panel, and actions for the code in them. */
export function registerReader(ports: ReaderPorts) {
  const owned = new DisposableStore();
  const last = owned.add(new LastEditor());
  const texts = owned.add(new ReadOnlyTexts('roomside-block'));
  const applied = new AppliedPatches(ports.workspaceMemory);
  const suggestions = owned.add(new Suggestions(ports));
  const blockActions = createBlockActions({ last, texts, applied, ...ports });
  const panels = owned.add(new ReaderPanels(ports, { blockActions, applied, suggestions, last }));
  const openInApp = async (node?: unknown): Promise<void> => {
    await ports.connection.client();
    const roomId =
      roomIdOf(node) ??
      panels.active?.room.roomId ??
      (await pickRoom(ports, l10n.t('Open Room in App'), { totalSteps: 1 }))?.id;
    if (roomId === undefined) return;
    const app = await import('../../host/vscode/openInApp.ts');
    await app.openInApp({ roomId, messageId: messageIdOf(node) }, ports);
  };
  const readRoom = async (node?: unknown): Promise<void> => {
    await ports.connection.client();
    const roomId = roomIdOf(node) ?? (await pickRoom(ports, l10n.t('Read Room'), { totalSteps: 1 }))?.id;
    if (roomId !== undefined) await panels.open(roomId, { messageId: messageIdOf(node), isAtUnread: isAtUnread(node) });
  };
  const commands = {
    ...actionCommands(panels),
    'roomside.sendSuggestion': () => suggestions.send(),
    '_roomside.messageChanged': async (roomId: unknown) => void (await panels.of(roomId)?.refresh()),
    'roomside.readerKeys': async () => {
      const { showKeys } = await import('./readerKeys.ts');
      await showKeys(ports.extension);
    },
    'roomside.readerCopyLink': (menu) => panels.active?.copyLink(menuTarget(menu)),
    // A row or a message names the room; from the palette the user chooses one.
    'roomside.openInApp': openInApp,
    'roomside.openThisInApp': openInApp,
    'roomside.readRoom': readRoom,
    'roomside.readThisRoom': readRoom,
  } satisfies Partial<CommandHandlers>;
  return { commands, serializer: panels, dispose: () => owned.dispose() };
}

const prefix = 'roomside.reader';

/** The end of the id of each command is what it asks the page to do. */
function actionCommands(panels: ReaderPanels): CommandHandlers<ActionCommand> {
  const ids = commandIds.filter((id): id is ActionCommand => id.startsWith(prefix));
  const actionOf = (id: ActionCommand) => `${id.charAt(prefix.length).toLowerCase()}${id.slice(prefix.length + 1)}`;
  const handlers = ids.map(
    (id) => [id, (menu: unknown) => panels.active?.run(actionOf(id) as PageAction, menuTarget(menu))] as const,
  );
  return Object.fromEntries(handlers) as CommandHandlers<ActionCommand>;
}

const viewType = 'roomside.reader';

/** One panel for each open room. VS Code restores them after a reload. */
export class ReaderPanels implements WebviewPanelSerializer, Disposable {
  readonly #ports: ReaderPorts;
  readonly #parts: ReaderParts;
  readonly #owned = new DisposableStore();
  readonly #open = new Map<string, RoomReader>();

  constructor(ports: ReaderPorts, parts: ReaderParts) {
    this.#ports = ports;
    this.#parts = parts;
    this.#owned.add(ports.active.onDidChange((account) => void this.#follow(account?.id)));
    this.#owned.add(
      ports.connection.onDidChangeState(({ accountId, state }) => {
        if (state !== 'connected') return;
        for (const reader of this.#open.values()) if (reader.room.accountId === accountId) void reader.retry();
      }),
    );
  }

  /** Opens the panel of a room or reveals it, at a message if one is asked for. */
  async open(roomId: string, place: Pick<ReadRoom, 'messageId' | 'isAtUnread'>): Promise<void> {
    const accountId = (await this.#ports.active.get())?.id ?? '';
    const known = this.#open.get(roomId);
    if (known !== undefined) return known.reveal(place);
    const room = this.#ports.directory.find(roomId);
    const title = displayTitle(room?.title ?? '') || l10n.t('Room');
    const options = { enableFindWidget: true, ...webviewPageOptions(this.#ports.extensionUri) };
    this.#adopt(window.createWebviewPanel(viewType, title, ViewColumn.Active, options), {
      roomId,
      accountId,
      ...place,
    });
  }

  /** The open room with this id. */
  of(roomId: unknown): RoomReader | undefined {
    return typeof roomId === 'string' ? this.#open.get(roomId) : undefined;
  }

  /** The room that is the active editor. */
  get active(): RoomReader | undefined {
    return [...this.#open.values()].find(({ panel }) => panel.active);
  }

  /** Keeps the panels open: on a reload, VS Code restores them. */
  dispose(): void {
    this.#owned.dispose();
    for (const reader of this.#open.values()) reader.dispose();
  }

  #adopt(panel: WebviewPanel, room: ReadRoom): void {
    const icon = (name: string): Uri => Uri.joinPath(this.#ports.extensionUri, 'media', name);
    panel.iconPath = { light: icon('roomside.svg'), dark: icon('roomside-dark.svg') };
    const reader = new RoomReader(this.#ports, panel, room, this.#parts);
    this.#open.set(room.roomId, reader);
    const registration = this.#ports.marks.registerReader(room.roomId, () => reader.isSeen);
    panel.onDidDispose(() => {
      registration.dispose();
      this.#open.delete(room.roomId);
      reader.onDidClose();
    });
  }

  async deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const room = parseState(state);
    const account = await this.#ports.active.get();
    // Messages of another account must not be shown to this one.
    if (room === undefined || room.accountId !== account?.id || this.#open.has(room.roomId)) return panel.dispose();
    panel.webview.options = webviewPageOptions(this.#ports.extensionUri);
    this.#adopt(panel, room);
  }

  /**
   * After a switch of the account or a sign-out, closes the panels. After a new sign-in of the same account, retries.
   */
  #follow(accountId: string | undefined): void {
    for (const reader of [...this.#open.values()]) {
      if (reader.room.accountId === accountId) void reader.retry();
      else reader.panel.dispose();
    }
  }
}

/** The state that the page has saved. */
function parseState(state: unknown): ReadRoom | undefined {
  const { roomId, accountId } = fieldsOf(state);
  return typeof roomId === 'string' && typeof accountId === 'string' ? { roomId, accountId } : undefined;
}

/** @param menu the context that the page has given to the menu */
function menuTarget(menu: unknown): MenuTarget {
  const { messageId, block } = fieldsOf(menu);
  return {
    ...(typeof messageId === 'string' && { messageId }),
    ...(typeof block === 'number' && { block }),
  };
}

import {
  authentication,
  EventEmitter,
  FileSystemError,
  type FileSystemProvider,
  type LanguageModelTool,
  lm,
  type SecretStorage,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { type Lazy, lazy } from '../core/base/lazy.ts';
import type { Log } from '../core/base/log.ts';
import type { ToolName } from '../features/languageModelTools/model/toolInput.ts';
import { roomEditorProvider } from '../features/reader/roomEditorProvider.ts';
import { registerPart } from '../host/vscode/registerPart.ts';
import { attachmentScheme, draftScheme, uriList } from '../host/vscode/uris.ts';
import type { StoredWork } from '../platform/storage/storedWork.ts';
import type { LoadedServices } from './createServices.ts';
import type { Features } from './features.ts';
import { lazyAuthentication } from './lazyAuthentication.ts';

interface ProviderPorts {
  readonly services: Lazy<LoadedServices>;
  readonly features: Features;
  readonly stored: Lazy<StoredWork>;
  readonly secrets: SecretStorage;
  readonly log: Log;
}

/** Registers the providers that VS Code calls, as far as the editor has them. Each loads its feature on the first call. */
export function registerProviders({ services, features, stored, secrets, log }: ProviderPorts): readonly Disposable[] {
  const mayBeSignedIn = async () => services.current !== undefined || (await stored()).isSignedIn;
  const drafts = lazy(async () => (await features.composer()).files);
  const attachments = lazy(async () => (await features.attachments()).files);
  const accounts = lazyAuthentication({ load: features.accounts, mayBeSignedIn, secrets, log });
  const parts: Readonly<Record<string, () => Disposable>> = {
    'handler of addresses': () =>
      window.registerUriHandler({
        async handleUri(uri) {
          if (uri.path === '/open') await (await features.openInEditor()).receive(uri.query);
          else (await services()).receiveCallback(uri);
        },
      }),
    'file system of drafts': () =>
      workspace.registerFileSystemProvider(draftScheme, lazyFileSystem(drafts), { isCaseSensitive: true }),
    'file system of attachments': () =>
      workspace.registerFileSystemProvider(attachmentScheme, lazyFileSystem(attachments), {
        isReadonly: true,
        isCaseSensitive: true,
      }),
    'restoring of rooms': () =>
      window.registerWebviewPanelSerializer('roomside.reader', {
        deserializeWebviewPanel: async (panel, state) =>
          (await features.reader()).serializer.deserializeWebviewPanel(panel, state),
      }),
    'editor of rooms': () => window.registerCustomEditorProvider('roomside.room', roomEditorProvider),
    'authentication providers': () =>
      authentication.registerAuthenticationProvider('roomside', 'Roomside', accounts, {
        supportsMultipleAccounts: true,
      }),
    'tools for language models': () => registerLazyTools(features.tools),
  };
  return [accounts, ...Object.entries(parts).map(([part, register]) => registerPart(log, part, register))];
}

/** The data of a view, loaded when the view is first visible. */
export function lazyTree<T>(load: () => Promise<TreeDataProvider<T>>): TreeDataProvider<T> {
  // Both live until VS Code stops the extension.
  const changes = new EventEmitter<undefined | null | T | T[]>();
  const tree = lazy(async () => {
    const loaded = await load();
    loaded.onDidChangeTreeData?.((rows) => changes.fire(rows ?? undefined));
    return loaded;
  });
  return {
    onDidChangeTreeData: changes.event,
    getChildren: (row) =>
      tree.current === undefined ? tree().then((loaded) => loaded.getChildren(row)) : tree.current.getChildren(row),
    getTreeItem: (row) =>
      tree.current === undefined ? tree().then((loaded) => loaded.getTreeItem(row)) : tree.current.getTreeItem(row),
  };
}

type DragHandlers<T> = Required<Pick<TreeDragAndDropController<T>, 'handleDrag' | 'handleDrop'>>;

/** Dragging rows of a view as URIs and dropping URIs and files on them. It is loaded when a drag begins or ends. */
export function lazyDragAndDrop<T>(load: () => Promise<DragHandlers<T>>): TreeDragAndDropController<T> {
  return {
    dragMimeTypes: [uriList],
    dropMimeTypes: [uriList, 'files'],
    handleDrag: async (rows, data, token) => (await load()).handleDrag(rows, data, token),
    handleDrop: async (target, data, token) => (await load()).handleDrop(target, data, token),
  };
}

/** Files that are read one by one, and changed only where they support it. */
type LoadedFiles = Pick<FileSystemProvider, 'stat' | 'readFile'> &
  Partial<Pick<FileSystemProvider, 'writeFile' | 'delete'>>;

/**
 * A file system that is loaded when VS Code first asks for one of its files. It has no folders to list and reports no
 * changes.
 */
function lazyFileSystem(load: Lazy<LoadedFiles>): FileSystemProvider {
  const refuse = (uri: Uri): never => {
    throw FileSystemError.NoPermissions(uri);
  };
  return {
    onDidChangeFile: new EventEmitter<never[]>().event,
    watch: () => ({ dispose: () => undefined }),
    readDirectory: () => [],
    createDirectory: refuse,
    rename: refuse,
    stat: async (uri) => (await load()).stat(uri),
    readFile: async (uri) => (await load()).readFile(uri),
    async writeFile(uri, content, options) {
      const files = await load();
      await (files.writeFile ? files.writeFile(uri, content, options) : refuse(uri));
    },
    async delete(uri, options) {
      const files = await load();
      await (files.delete ? files.delete(uri, options) : refuse(uri));
    },
  };
}

type LanguageModelTools = Readonly<Record<ToolName, LanguageModelTool<unknown>>>;

const names: Readonly<Record<ToolName, true>> = {
  roomside_list_rooms: true,
  roomside_read_room: true,
  roomside_search_room: true,
  roomside_draft_message: true,
  roomside_post_message: true,
  roomside_reply: true,
  roomside_share_lines: true,
  roomside_ask_and_wait: true,
};

function registerLazyTools(load: Lazy<{ readonly models: LanguageModelTools }>): Disposable {
  const owned = new DisposableStore();
  for (const name of Object.keys(names) as ToolName[]) {
    const tool: LanguageModelTool<unknown> = {
      prepareInvocation: async (options, token) => (await load()).models[name].prepareInvocation?.(options, token),
      invoke: async (options, token) => (await load()).models[name].invoke(options, token),
    };
    owned.add(lm.registerTool(name, tool));
  }
  return owned;
}

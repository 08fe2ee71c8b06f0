// The API of VS Code as far as an extension reaches it without a window: what the fake has, and things for the rest.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import { defined } from '../../../../src/core/base/json.ts';
import { secretKeys } from '../../../../src/core/base/storage/storedNames.ts';
import { FakeMemento } from '../../fakes/fakeMemento.ts';
import * as fake from '../../fakes/vscodeFake.ts';
import { projectRoot } from '../../harness/projectRoot.mjs';

/** The API, with the `context` of the extension and its `secrets`. A row replaces parts by `undefined`. */
export type Api = Record<string, Record<string, unknown> | undefined>;

function blank(): undefined {
  return undefined;
}

/** Whatever VS Code makes: its events never fire, its functions make such a thing, and what is set stays. */
export function thing(own: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const held = new Map<PropertyKey, unknown>(Object.entries(own));
  return new Proxy(blank as unknown as Record<string, unknown>, {
    get(_, key) {
      if (held.has(key)) return held.get(key);
      if (typeof key === 'symbol' || key === 'then') return undefined;
      return key === 'toString' ? () => 'thing' : thing();
    },
    set: (_, key, value) => held.set(key, value).has(key),
    apply: () => thing(),
    construct: () => thing(),
  });
}

/** Calls back in the next turn: the user leaves a list, a box or a page at once. */
function soon(listener: () => void) {
  setImmediate(listener);
  return thing();
}

const lists = { items: [], activeItems: [], selectedItems: [], value: '' };
const code = 'const tide = 4;\nconst ebb = 5;\n';

/** An editor with two selected lines. */
export function textEditor(uri: fake.Uri): Record<string, unknown> {
  const [start, end] = [
    { line: 0, character: 0 },
    { line: 1, character: 14 },
  ] as const;
  const range = { start, end, active: end, isEmpty: false };
  const lineAt = (line: number) => ({ text: code.split('\n')[line], range });
  const state = { isUntitled: uri.scheme === 'untitled', isDirty: false, isClosed: false, version: 1, eol: 1 };
  const document = { uri, ...state, languageId: 'typescript', lineCount: 3, getText: () => code, lineAt };
  return { document: thing(document), selection: range, selections: [range], visibleRanges: [range] };
}

interface Ports {
  /** Of the extension's own files, with a file that is open. */
  readonly folder: string;
  readonly account: string;
  readonly handlers: Map<string, () => Promise<void>>;
  say(text: string): Promise<void>;
  logError(text: string): void;
}

export function editorApi({ folder, account, handlers, say, logError }: Ports): Api {
  const uri = fake.Uri.file(path.join(folder, 'tide.ts'));
  writeFileSync(uri.path, code);
  const none = async () => undefined;
  const left = () => ({ ...lists, show: blank, hide: blank, onDidHide: soon });
  const showQuickPick = async (rows: Promise<readonly { readonly label: string }[]>) => {
    for (const { label } of await rows) await say(label);
  };
  const dialogs = { showQuickPick, showInputBox: none, showOpenDialog: none, showSaveDialog: none };
  const texts = { showErrorMessage: say, showInformationMessage: say, showWarningMessage: say };
  const tabGroups = thing({ all: [], activeTabGroup: { activeTab: undefined, tabs: [] } });
  const { decode, fs, getConfiguration } = fake.workspace;
  return {
    ...(fake as unknown as Api),
    commands: thing({
      registerCommand: (id: string, handler: () => Promise<void>) => handlers.set(id, handler) && thing(),
      executeCommand: none,
    }),
    env: thing({ ...fake.env, appName: 'Editor', remoteName: undefined, uiKind: 1, openExternal: async () => true }),
    extensions: thing({ ...fake.extensions }),
    languages: thing({ getDiagnostics: () => [], getLanguages: async () => [] }),
    debug: thing({ activeStackItem: undefined }),
    window: thing({
      // What another test has put back as undefined is a member that the fake does not have.
      ...{ ...defined(fake.window), ...dialogs, ...texts, tabGroups, activeTextEditor: textEditor(uri) },
      ...{ visibleTextEditors: [], terminals: [], activeTerminal: undefined, activeNotebookEditor: undefined },
      createStatusBarItem: () => {
        const item: Record<string, unknown> = thing({ show: () => void say(`${item.text}`) });
        return item;
      },
      createQuickPick: () => thing(left()),
      createInputBox: () => thing(left()),
      createWebviewPanel: () => thing({ onDidDispose: soon }),
      createOutputChannel: () => thing({ error: logError }),
    }),
    workspace: thing({
      ...{ decode, getConfiguration, fs: thing(fs), textDocuments: [], notebookDocuments: [], isTrusted: true },
      ...{ getWorkspaceFolder: () => undefined, asRelativePath: String, findFiles: async () => [] },
      workspaceFolders: [{ uri: fake.Uri.file(folder), name: 'w', index: 0 }],
    }),
    context: {
      ...{ subscriptions: [], globalState: new FakeMemento(), workspaceState: new FakeMemento() },
      ...{ globalStorageUri: fake.Uri.file(folder), extensionUri: fake.Uri.file(projectRoot) },
      extension: { id: 'roomside.roomside', packageJSON: manifest },
      asAbsolutePath: (name: string) => path.join(projectRoot, name),
    },
    secrets: {
      get: async (key: string) => (key === secretKeys.accounts ? account : undefined),
      ...{ store: none, delete: none, keys: async () => [secretKeys.accounts], onDidChange: () => thing() },
    },
  };
}

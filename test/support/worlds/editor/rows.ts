import { Uri } from '../../fakes/vscodeFake.ts';
import { type Api, textEditor, thing } from './editorApi.ts';

/** One editor: what its API lacks or does in another way, by a public source, and what a command then says. */
export interface EditorRow {
  readonly name: string;
  readonly source: string;
  readonly alter: (api: Api) => void;
  readonly says?: Readonly<Record<string, RegExp>>;
}

/** Takes a part out of the API, or replaces it: "lm", "window.registerUriHandler". */
const no = (part: string, other?: unknown) => (api: Api) => {
  const [space = '', member] = part.split('.');
  Object.assign(member === undefined ? api : (api[space] ?? {}), { [member ?? space]: other });
};

const fails = (message: string) => (): never => {
  throw new Error(message);
};
const git = (exports: object | undefined) => (api: Api) => {
  const { getExtension } = api.extensions as { getExtension(id: string): unknown };
  no('extensions.getExtension', (id: string) => (id === 'vscode.git' ? exports : getExtension(id)))(api);
};
const folders = (...uris: readonly Uri[]) =>
  no(
    'workspace.workspaceFolders',
    uris.map((uri, index) => ({ uri, name: `${index}`, index })),
  );
const cloud = new Uri({ scheme: 'vscode-vfs', authority: 'github', path: '/team/web' });
const untitled = textEditor(new Uri({ scheme: 'untitled', path: 'Untitled-1' }));
const large = { input: { uri: Uri.file('/large.log') } };
const all =
  (...changes: readonly EditorRow['alter'][]) =>
  (api: Api) => {
    for (const change of changes) change(api);
  };
const tabs = ['Text', 'Custom', 'Notebook', 'TextDiff', 'Webview'].map((kind) => no(`TabInput${kind}`));
const memory = { keys: () => [], get: (_: string, other?: unknown) => other, update: async () => undefined };
const output = { appendLine: () => undefined, show: () => undefined, dispose: () => undefined };

const theia = 'eclipse-theia.github.io/vscode-theia-comparator/status.html';
const docs = 'code.visualstudio.com/api';
const notes = 'code.visualstudio.com/updates';
const readme = 'github.com/microsoft/vscode/blob/main/extensions/git/README.md';
const keyring = 'code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
const noGit = { shareChanges: /No Git repository is open/, shareCommit: /Git repository first/ };
const noCommand = { shareLastCommand: /shell integration is off/ };

/** What Theia does not have in full, by its comparison with VS Code. */
const parts = `
lm authentication authentication.registerAuthenticationProvider
window.registerUriHandler window.registerCustomEditorProvider window.registerWebviewPanelSerializer
workspace.registerFileSystemProvider window.registerFileDecorationProvider languages.registerCodeActionsProvider
languages.registerHoverProvider
CodeActionKind languages.registerCompletionItemProvider
languages.createDiagnosticCollection languages.onDidChangeDiagnostics workspace.registerTextDocumentContentProvider
env.asExternalUri
`;

export const editorRows: readonly EditorRow[] = [
  { name: 'the whole API', source: docs, alter: all(), says: { shareFiles: /^Select the files/ } },
  ...(parts.match(/\S+/g) ?? []).map((part) => ({ name: `no ${part}`, source: theia, alter: no(part) })),
  { name: 'no lm.registerTool', source: `${notes}/v1_95`, alter: no('lm.registerTool') },
  { name: 'a stub of lm.registerTool', source: theia, alter: no('lm.registerTool', fails('not implemented')) },
  {
    name: 'no shell integration',
    source: theia,
    alter: no('window.onDidStartTerminalShellExecution'),
    says: noCommand,
  },
  { name: 'no ends of commands', source: theia, alter: no('window.onDidEndTerminalShellExecution'), says: noCommand },
  { name: 'no paste edits', source: `${notes}/v1_97`, alter: no('languages.registerDocumentPasteEditProvider') },
  { name: 'no kinds of paste edits', source: `${notes}/v1_97`, alter: no('DocumentDropOrPasteEditKind') },
  {
    name: 'no Git extension',
    source: theia,
    alter: git(undefined),
    says: noGit,
  },
  { name: 'disabled Git', source: readme, alter: git({ isActive: true, exports: { enabled: false } }), says: noGit },
  {
    name: 'Git that is not installed',
    source: readme,
    alter: git({ isActive: true, exports: { enabled: true, getAPI: fails('Git model not found') } }),
    says: noGit,
  },
  { name: 'Git that fails', source: readme, alter: git({ activate: fails('no') }), says: noGit },
  { name: 'no debugger', source: theia, alter: no('debug'), says: { shareValue: /while debugging/ } },
  { name: 'no kinds of stack items', source: `${notes}/v1_90`, alter: no('DebugStackFrame') },
  { name: 'no kinds of tabs', source: `${notes}/v1_67`, alter: all(...tabs) },
  { name: 'no notebooks', source: theia, alter: all(no('workspace.notebookDocuments'), no('NotebookCellKind')) },
  { name: 'no encodings', source: `${notes}/v1_100`, alter: all(no('workspace.decode'), no('workspace.encode')) },
  { name: 'no keys of secrets', source: `${docs}/references/vscode-api#SecretStorage`, alter: no('secrets.keys') },
  { name: 'a keyring that fails', source: keyring, alter: no('secrets.get', fails('no keyring')) },
  {
    name: 'settings of other types',
    source: docs,
    alter: no('workspace.getConfiguration', () => ({ get: () => ({ 'github.com': 7 }), inspect: () => ({}) })),
  },
  {
    name: 'no folder for data',
    source: docs,
    alter(api) {
      const { globalStorageUri } = api.context ?? {};
      no('context.globalStorageUri', Uri.file(`${(globalStorageUri as Uri).path}/tide.ts/data`))(api);
    },
  },
  { name: 'no Settings Sync', source: theia, alter: no('context.globalState', memory) },
  {
    name: 'no levels of a log',
    source: `${notes}/v1_74`,
    alter: all(
      no('lm'),
      no('window.createOutputChannel', () => output),
    ),
  },
  { name: 'a remote window', source: `${docs}/advanced-topics/remote-extensions`, alter: no('env.remoteName', 'wsl') },
  { name: 'a browser', source: `${docs}/extension-guides/web-extensions`, alter: no('env.uiKind', 2) },
  {
    name: 'Restricted Mode',
    source: `${docs}/extension-guides/workspace-trust`,
    alter: all(git(undefined), no('workspace.isTrusted', false)),
    says: { shareChanges: /in Restricted Mode/, shareCommit: /in Restricted Mode/ },
  },
  { name: 'no folder', source: docs, alter: no('workspace.workspaceFolders') },
  { name: 'no editor', source: docs, alter: no('window.activeTextEditor') },
  {
    name: 'a file above 50 MB',
    source: 'github.com/microsoft/vscode/issues/111849',
    alter: all(
      no('window.activeTextEditor'),
      no('window.tabGroups', thing({ all: [], activeTabGroup: { activeTab: large } })),
    ),
    says: { shareSelection: /larger than 50 MB/ },
  },
  { name: 'two folders', source: docs, alter: folders(Uri.file('/a'), Uri.file('/b')) },
  { name: 'a virtual workspace', source: `${docs}/extension-guides/virtual-workspaces`, alter: folders(cloud) },
  {
    name: 'an untitled document in a virtual workspace',
    source: `${docs}/extension-guides/virtual-workspaces`,
    alter: all(
      folders(cloud),
      no('window.activeTextEditor', untitled),
      no('workspace.textDocuments', [untitled?.document]),
    ),
    says: { copyAsMessage: /Copied as message/ },
  },
];

// The part of the API of VS Code that tests in plain Node reach, without a window.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import manifest from '../../../package.json' with { type: 'json' };
import { Emitter } from '../../../src/core/base/emitter.ts';
import { isWithin } from '../../../src/platform/files/relativePath.ts';
import { createTemporaryFolder } from '../harness/temporaryFolder.ts';
import { FakeQuickPick, quickInputCommands, showQuickPick } from './quickPickFake.ts';

type TextArguments = readonly (string | number | boolean)[];

/** English, with the places of `{0}` or `{name}` filled. */
function translate(
  text: string | { readonly message: string; readonly args?: TextArguments },
  ...rest: TextArguments | readonly [Readonly<Record<string, unknown>>]
): string {
  if (typeof text === 'object') return translate(text.message, ...(text.args ?? []));
  const [first] = rest;
  const values = typeof first === 'object' ? first : { ...rest };
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(Reflect.get(values, name) ?? place));
}

export const l10n = { t: translate };
export const env = {
  language: 'en',
  uriScheme: 'vscode',
  asExternalUri: async <T>(uri: T) => uri,
  clipboard: { readText: async () => '', writeText: async () => undefined },
};

/** What the input box showed when it opened. */
export const shownValues: (string | undefined)[] = [];

const unseen = async (): Promise<undefined> => undefined;
const disposable = { dispose: () => undefined };
const never = () => disposable;
const nextTurn = () => wait(0);
export const window = {
  async showInputBox({ value }: { readonly value?: string }): Promise<undefined> {
    shownValues.push(value);
  },
  createStatusBarItem: (id: string) => ({ id, show: () => undefined, hide: () => undefined, dispose: () => undefined }),
  setStatusBarMessage: () => disposable,
  createQuickPick: () => new FakeQuickPick(),
  showQuickPick,
  withProgress: (_: unknown, work: (progress: object, token: object) => Promise<unknown>) =>
    work({ report: () => undefined }, { onCancellationRequested: never }),
  state: { focused: true },
  onDidChangeWindowState: never,
  tabGroups: { all: [], activeTabGroup: { activeTab: undefined, tabs: [] }, onDidChangeTabs: never },
  showErrorMessage: unseen,
  showInformationMessage: unseen,
  showWarningMessage: unseen,
};
export const commands = {
  /** The command reaches the window, and its answer the extension, in a turn of the event loop each. */
  async executeCommand(id: string): Promise<void> {
    await nextTurn();
    quickInputCommands[id]?.();
    await nextTurn();
  },
};

export const ConfigurationTarget = { Global: 1 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const QuickInputButtons = { Back: {} };
export const UIKind = { Desktop: 1, Web: 2 };
export const ViewColumn = { Beside: -2 };
export const DiagnosticSeverity = { Error: 0 };
export const EndOfLine = { LF: 1, CRLF: 2 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const NotebookCellKind = { Markup: 1, Code: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class EventEmitter<T> extends Emitter<T> {}
export class FileSystemError extends Error {}
export class CancellationError extends Error {}
export class Disposable {}
export class LanguageModelTextPart {}
export class LanguageModelToolResult {}
export class TabInputCustom {}
export class TabInputNotebook {}
export class TabInputText {}
export class TabInputTextDiff {}
export class Hover {}
export class Range {}
export class Selection extends Range {}
export class WorkspaceEdit {
  readonly edits: string[] = [];

  replace(_uri: Uri, _range: Range, text: string): void {
    this.edits.push(text);
  }
}
export const languages = {};
export const extensions = {
  getExtension: (id: string) => (id === 'roomside.roomside' ? { packageJSON: manifest } : undefined),
};

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState = TreeItemCollapsibleState.None) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

/** Escapes text as VS Code does. */
export class MarkdownString {
  value: string;
  isTrusted: unknown;
  supportHtml: unknown;
  supportThemeIcons: unknown;

  constructor(value = '', supportThemeIcons = false) {
    this.value = value;
    this.supportThemeIcons = supportThemeIcons;
  }

  appendText(text: string): this {
    const escaped = text.replace(/[\\`*_{}[\]()#+!~]/g, '\\$&').replace(/^([ \t]*)-/gm, '$1\\-');
    this.value += escaped
      .replace(/[ \t]+/g, (blanks) => '&nbsp;'.repeat(blanks.length))
      .replaceAll('>', '\\>')
      .replaceAll('\n', '\n\n');
    return this;
  }

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export class NotebookCellOutputItem {
  readonly data: Uint8Array;
  readonly mime: string;

  constructor(data: Uint8Array, mime: string) {
    this.data = data;
    this.mime = mime;
  }
}

export class NotebookCellOutput {
  readonly items: readonly NotebookCellOutputItem[];

  constructor(items: readonly NotebookCellOutputItem[]) {
    this.items = items;
  }
}

/** A URI whose parts need no escape. As in VS Code, the path after an authority begins with one slash. */
export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;

  constructor({ scheme, authority = '', path: uriPath = '', query = '' }: Partial<Uri> & Pick<Uri, 'scheme'>) {
    if (authority !== '' && !/^(?:\/|$)/.test(uriPath)) throw new Error('[UriError]: the path must begin with a slash');
    this.scheme = scheme;
    this.authority = authority;
    this.path = uriPath;
    this.query = query;
  }

  static file = (fsPath: string): Uri => new Uri({ scheme: 'file', path: fsPath });
  static from = (parts: ConstructorParameters<typeof Uri>[0]): Uri => new Uri(parts);
  static parse = (text: string): URL => new URL(text);
  static joinPath = ({ fsPath }: Pick<Uri, 'fsPath'>, ...names: string[]): Uri => Uri.file(path.join(fsPath, ...names));

  get fsPath(): string {
    return this.path;
  }

  with(parts: Partial<ConstructorParameters<typeof Uri>[0]>): Uri {
    return new Uri({ ...this, ...parts });
  }

  toString(): string {
    return `${this.scheme}:${this.authority && `//${this.authority}`}${this.path}${this.query && `?${this.query}`}`;
  }
}

const declared = manifest.contributes.configuration.flatMap(({ properties }) =>
  Object.entries<{ readonly default: unknown }>(properties),
);
const defaults = new Map<string, unknown>(declared.map(([name, property]) => [name, property.default]));
/** The settings that differ from their defaults, by their whole names. */
const changed = new Map<string, unknown>();
const settingsBelow = (section?: string) => {
  const nameOf = (name: string): string => [section, name].filter(Boolean).join('.');
  return {
    get: (name: string, other?: unknown) => changed.get(nameOf(name)) ?? defaults.get(nameOf(name)) ?? other,
    inspect: (name: string) => ({ globalValue: changed.get(nameOf(name)) }),
    update: async (name: string, value: unknown) => void changed.set(nameOf(name), value),
  };
};

/** The open folder, which is made for the first test that looks for it. */
let madeFolder: { readonly uri: Uri } | undefined;
function openFolder() {
  madeFolder ??= { uri: Uri.file(realpathSync(createTemporaryFolder().path)) };
  return madeFolder;
}

export const workspace = {
  isTrusted: true,
  textDocuments: [],
  notebookDocuments: [],
  encode: async (text: string, { encoding }: { readonly encoding: BufferEncoding }) => Buffer.from(text, encoding),
  decode: async (bytes: Uint8Array) => new TextDecoder().decode(bytes),
  get workspaceFolders() {
    return [openFolder()];
  },
  getConfiguration: settingsBelow,
  getWorkspaceFolder: ({ path: file }: Uri) => workspace.workspaceFolders.find(({ uri }) => isWithin(file, uri.path)),
  fs: {
    isWritableFileSystem: (scheme: string) => scheme === 'file' || undefined,
    readFile: async ({ fsPath }: Pick<Uri, 'fsPath'>) => readFileSync(fsPath),
    stat: async ({ fsPath }: Pick<Uri, 'fsPath'>) => {
      const stats = statSync(fsPath);
      return { type: stats.isDirectory() ? FileType.Directory : FileType.File, size: stats.size, mtime: stats.mtimeMs };
    },
  },
};

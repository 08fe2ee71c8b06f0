// The part of the API of VS Code that tests in plain Node reach, without a window.
import { statSync } from 'node:fs';
import path from 'node:path';
import { Emitter } from '../../../src/core/base/emitter.ts';

type TextArguments = readonly (string | number | boolean)[];

/** English, with the places of `{0}` or `{name}` filled. */
function translate(text: string, ...rest: TextArguments | readonly [Readonly<Record<string, unknown>>]): string {
  const [first] = rest;
  const values = typeof first === 'object' ? first : { ...rest };
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(Reflect.get(values, name) ?? place));
}

export const l10n = { t: translate };
export const env = { language: 'en', uriScheme: 'vscode' };

/** What the input box showed when it opened. */
export const shownValues: (string | undefined)[] = [];

const unseen = async (): Promise<undefined> => undefined;
export const window = {
  async showInputBox({ value }: { readonly value?: string }): Promise<undefined> {
    shownValues.push(value);
  },
  createStatusBarItem: (id: string) => ({ id, show: () => undefined, hide: () => undefined, dispose: () => undefined }),
  setStatusBarMessage: () => ({ dispose: () => undefined }),
  showErrorMessage: unseen,
  showInformationMessage: unseen,
  showWarningMessage: unseen,
};
export const commands = { executeCommand: unseen };

export const ConfigurationTarget = { Global: 1 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const NotebookCellKind = { Markup: 1, Code: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class EventEmitter<T> extends Emitter<T> {}
export class FileSystemError extends Error {}
export class TabInputCustom {}
export class TabInputNotebook {}
export class TabInputText {}

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

interface FileUri {
  readonly fsPath: string;
}

export const Uri = {
  joinPath: ({ fsPath }: FileUri, ...names: string[]): FileUri => ({ fsPath: path.join(fsPath, ...names) }),
  parse: (text: string) => new URL(text),
  from: ({ scheme, path: uriPath = '', query = '' }: { scheme: string; path?: string; query?: string }) => ({
    ...{ scheme, path: uriPath, query },
    toString: () => `${scheme}:${uriPath}${query && `?${query}`}`,
  }),
};
export const workspace = {
  getConfiguration: () => ({ get: () => undefined }),
  fs: { stat: async ({ fsPath }: FileUri) => statSync(fsPath) },
};

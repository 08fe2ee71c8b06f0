import { statSync } from 'node:fs';
import path from 'node:path';

/** What the input box showed when it opened. */
export const shownValues: (string | undefined)[] = [];

export const l10n = { t: (text: string): string => text };
export const window = {
  async showInputBox({ value }: { value?: string }): Promise<undefined> {
    shownValues.push(value);
  },
};
export const commands = {};
export const ConfigurationTarget = { Global: 1 };
export const env = { language: 'en' };
export class MarkdownString {}

interface FileUri {
  readonly fsPath: string;
}

export const Uri = {
  joinPath: ({ fsPath }: FileUri, ...names: string[]): FileUri => ({ fsPath: path.join(fsPath, ...names) }),
};
export class FileSystemError extends Error {}
export const workspace = {
  getConfiguration: () => ({ get: () => undefined }),
  fs: { stat: async ({ fsPath }: FileUri) => statSync(fsPath) },
};

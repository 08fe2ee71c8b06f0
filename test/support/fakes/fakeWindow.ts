import { timings } from '../../../src/core/base/timings.ts';
import { withVscode } from './withVscode.ts';

// Tests press Enter at once.
timings.secondPressMs = 0;

// VS Code as tests in plain Node see it: the fake of its API, and the helpers for windows that use it.
export const { commands, env, extensions, languages, window, workspace } = await withVscode(() => import('vscode'));
export const { EndOfLine, MarkdownString, NotebookCellOutput, NotebookCellOutputItem, Range, TabInputText, Uri } =
  await withVscode(() => import('vscode'));
export const { ConfigurationTarget, ProgressLocation, ThemeIcon, TreeItemCollapsibleState } = await withVscode(
  () => import('vscode'),
);
export const { flushUi } = await withVscode(() => import('../../../src/host/ui/liveQuickPick.ts'));
export const { useQuickInputs } = await withVscode(() => import('../host/quickInputs.ts'));
export const { useMessages } = await withVscode(() => import('../host/shownMessages.ts'));
export const { setUserSetting } = await withVscode(() => import('../host/userSetting.ts'));
export const { waitUntilTrue } = await withVscode(() => import('../host/waitUntilTrue.ts'));
export const { replaceInWindow, useInWindow, useWorkspaceFolders } = await withVscode(
  () => import('../host/windowMember.ts'),
);
export const { workspaceFile, workspaceFolder } = await withVscode(() => import('../host/workspaceFiles.ts'));

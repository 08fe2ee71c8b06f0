import { withVscode } from './withVscode.ts';

// What tests of a share in plain Node use: its modules and the helpers for windows, with a fake of VS Code.
export const { commands, Uri, window } = await withVscode(() => import('vscode'));
export const { share } = await withVscode(() => import('../../../src/features/share/share.ts'));
export const { store } = await withVscode(() => import('../../../src/features/share/store.ts'));
export const { deliver } = await withVscode(() => import('../../../src/features/share/deliver.ts'));
export const { SecretCheck } = await withVscode(() => import('../../../src/features/share/checkSecrets.ts'));
export const { lastRoom } = await withVscode(() => import('../../../src/features/share/chooseRoom.ts'));
export const { lastStepCommands } = await withVscode(() => import('../../../src/features/share/lastStep/confirm.ts'));
export const { bytesAsFile, textAsFile } = await withVscode(() => import('../../../src/features/share/fileSource.ts'));
export const { proposeFiles, shareableFiles, shareableText, shareableUrl } = await withVscode(
  () => import('../../../src/features/share/propose.ts'),
);
export const { explorerFilesSource } = await withVscode(
  () => import('../../../src/features/share/sources/fileSources.ts'),
);
export const { documentRisks } = await withVscode(() => import('../../../src/features/share/sources/documentRisks.ts'));
export const { flushUi } = await withVscode(() => import('../../../src/host/ui/liveQuickPick.ts'));
export const { ShareOutcome } = await withVscode(() => import('../../../src/host/ui/shareOutcome.ts'));
export const { useQuickInputs } = await withVscode(() => import('../host/quickInputs.ts'));
export const { useMessages } = await withVscode(() => import('../host/shownMessages.ts'));
export const { setUserSetting } = await withVscode(() => import('../host/userSetting.ts'));
export const { waitUntilTrue } = await withVscode(() => import('../host/waitUntilTrue.ts'));
export const { replaceInWindow } = await withVscode(() => import('../host/windowMember.ts'));
export const { workspaceFile } = await withVscode(() => import('../host/workspaceFiles.ts'));
// The feature loads them at their first use.
await withVscode(() => import('../../../src/features/share/lastStep/pickParent.ts'));
await withVscode(() => import('../../../src/features/share/sources/sentShare.ts'));

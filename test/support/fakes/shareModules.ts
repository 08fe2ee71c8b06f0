import { withVscode } from './withVscode.ts';

// The modules of a share for tests in plain Node, with a fake of VS Code.
export const { share } = await withVscode(() => import('../../../src/features/share/share.ts'));
export const { store } = await withVscode(() => import('../../../src/features/share/store.ts'));
export const { deliver } = await withVscode(() => import('../../../src/features/share/deliver.ts'));
export const { SecretCheck } = await withVscode(() => import('../../../src/features/share/checkSecrets.ts'));
export const { lastRoom } = await withVscode(() => import('../../../src/features/share/chooseRoom.ts'));
export const { confirmationCommands } = await withVscode(
  () => import('../../../src/features/share/confirmation/confirm.ts'),
);
export const { bytesAsFile, currentFile, textAsFile } = await withVscode(
  () => import('../../../src/features/share/fileSource.ts'),
);
export const { proposeFiles, shareableFiles, shareableText, shareableUrl } = await withVscode(
  () => import('../../../src/features/share/propose.ts'),
);
export const { explorerFilesSource } = await withVscode(
  () => import('../../../src/features/share/sources/fileSources.ts'),
);
export const { documentRisks } = await withVscode(() => import('../../../src/features/share/sources/documentRisks.ts'));
export const { ShareOutcome } = await withVscode(() => import('../../../src/host/ui/shareOutcome.ts'));

import type { Services } from '../../../host/services.ts';
import type { RepositoryPorts } from './documentSnippet.ts';
import { currentFileSource, explorerFilesSource, publicUrlSource } from './fileSources.ts';
import { createClipboardImageSource } from './pasteBox.ts';
import { createProblemSource } from './problem.ts';
import { createSelectionSource } from './selection.ts';
import type { SentSharePorts } from './sentShare.ts';
import type { ShareSource } from './shareSource.ts';
import { createLastCommandSource, terminalSelectionSource } from './terminal.ts';
import type { TerminalHistory } from './terminalHistory.ts';

export interface SourcePorts extends RepositoryPorts, Pick<Services, 'clock' | 'extensionUri'>, SentSharePorts {
  readonly terminals: TerminalHistory;
}

/** A rarely used source, in a lazy chunk. */
const lazySource =
  (load: () => Promise<ShareSource>): ShareSource =>
  async (...args) =>
    (await load())(...args);

/** The share sources by command id. */
export function createShareSources(ports: SourcePorts) {
  const { terminals } = ports;
  const gitSources = async () => (await import('./git/gitSources.ts')).createGitSources(ports);
  return {
    'roomside.shareSelection': createSelectionSource(ports),
    'roomside.shareCurrentFile': currentFileSource,
    'roomside.shareFiles': explorerFilesSource,
    'roomside.shareUrl': publicUrlSource,
    'roomside.shareClipboardImage': createClipboardImageSource(ports),
    'roomside.shareChanges': lazySource(async () => (await gitSources()).changes),
    'roomside.shareStagedChanges': lazySource(async () => (await gitSources()).stagedChanges),
    'roomside.shareFileVersion': lazySource(async () => (await gitSources()).fileVersion),
    'roomside.shareCommit': lazySource(async () => (await gitSources()).commit),
    'roomside.shareProblem': createProblemSource(ports),
    'roomside.shareLastCommand': createLastCommandSource(terminals),
    'roomside.shareTerminalSelection': terminalSelectionSource,
    'roomside.shareTestFailure': lazySource(async () => (await import('./debugSources.ts')).testFailureSource),
    'roomside.shareCell': lazySource(async () => (await import('./notebookCell.ts')).notebookCellSource),
    'roomside.shareValue': lazySource(async () => (await import('./debugSources.ts')).debugValueSource),
    'roomside.shareStackFrame': lazySource(async () => (await import('./debugSources.ts')).stackFrameSource),
    'roomside.sendToAnotherRoom': lazySource(async () => (await import('./sentShare.ts')).createSentShareSource(ports)),
    'roomside.sendLastShareToAnotherRoom': lazySource(async () =>
      (await import('./sentShare.ts')).createLastShareSource(ports),
    ),
  } as const satisfies Record<string, ShareSource>;
}

import type { Uri } from 'vscode';
import type { Clock } from '../../../core/base/clock.ts';
import type { Log } from '../../../core/base/log.ts';
import { changesSource, stagedChangesSource } from './changes.ts';
import { createClipboardImageSource } from './clipboardImage.ts';
import { currentFileSource } from './currentFile.ts';
import { debugValueSource, stackFrameSource } from './debugValue.ts';
import { explorerFilesSource } from './explorerFiles.ts';
import { notebookCellSource } from './notebookCell.ts';
import { createProblemSource } from './problem.ts';
import { publicUrlSource } from './publicUrl.ts';
import { createSelectionSource } from './selection.ts';
import type { ShareSource } from './shareSource.ts';
import { createLastCommandSource, terminalSelectionSource } from './terminal.ts';
import type { TerminalHistory } from './terminalHistory.ts';
import { testFailureSource } from './testFailure.ts';

/** What sources need beside the editor. */
export interface SourcePorts {
  readonly log: Log;
  readonly terminals: TerminalHistory;
  readonly clock: Clock;
  /** Where the extension is installed. */
  readonly extensionUri: Uri;
}

/** Everything that can be shared: each source becomes the command of its name. */
export function createShareSources(ports: SourcePorts) {
  const { log, terminals } = ports;
  return {
    'roomside.shareSelection': createSelectionSource(log),
    'roomside.shareCurrentFile': currentFileSource,
    'roomside.shareFiles': explorerFilesSource,
    'roomside.shareUrl': publicUrlSource,
    'roomside.shareClipboardImage': createClipboardImageSource(ports),
    'roomside.shareChanges': changesSource,
    'roomside.shareStagedChanges': stagedChangesSource,
    'roomside.shareProblem': createProblemSource(log),
    'roomside.shareLastCommand': createLastCommandSource(terminals),
    'roomside.shareTerminalSelection': terminalSelectionSource,
    'roomside.shareTestFailure': testFailureSource,
    'roomside.shareCell': notebookCellSource,
    'roomside.shareValue': debugValueSource,
    'roomside.shareStackFrame': stackFrameSource,
  } as const satisfies Record<string, ShareSource>;
}

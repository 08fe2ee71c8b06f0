import type { Log } from '../../../core/base/log.ts';
import { currentFileSource } from './currentFile.ts';
import { explorerFilesSource } from './explorerFiles.ts';
import { messageSource } from './message.ts';
import { publicUrlSource } from './publicUrl.ts';
import { createSelectionSource } from './selection.ts';
import type { ShareSource } from './shareSource.ts';

/** What sources need beside the editor. */
export interface SourcePorts {
  readonly log: Log;
}

/** Everything that can be shared: each source becomes the command of its name. */
export function createShareSources({ log }: SourcePorts) {
  return {
    'roomside.shareSelection': createSelectionSource(log),
    'roomside.shareCurrentFile': currentFileSource,
    'roomside.shareFiles': explorerFilesSource,
    'roomside.sendMessage': messageSource,
    'roomside.shareUrl': publicUrlSource,
  } as const satisfies Record<string, ShareSource>;
}

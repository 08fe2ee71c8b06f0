import { currentFileSource } from './currentFile.ts';
import { explorerFilesSource } from './explorerFiles.ts';
import { messageSource } from './message.ts';
import { publicUrlSource } from './publicUrl.ts';
import { selectionSource } from './selection.ts';
import type { ShareSource } from './shareSource.ts';

/** Everything that can be shared: each source becomes the command of its name. */
export const shareSources = {
  'roomside.shareSelection': selectionSource,
  'roomside.shareCurrentFile': currentFileSource,
  'roomside.shareFiles': explorerFilesSource,
  'roomside.sendMessage': messageSource,
  'roomside.shareUrl': publicUrlSource,
} as const satisfies Record<string, ShareSource>;

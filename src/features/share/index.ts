import type { CommandHandlers } from '../../host/commandIds.ts';
import type { SharePorts } from './ports.ts';
import { sendMessage } from './sendMessage.ts';
import { shareCurrentFile, shareExplorerFiles } from './shareFiles.ts';
import { copyAsMessage, shareSelection } from './shareSelection.ts';
import { shareUrl } from './shareUrl.ts';

type ShareCommands = CommandHandlers<
  | 'roomside.shareSelection'
  | 'roomside.shareCurrentFile'
  | 'roomside.shareFiles'
  | 'roomside.sendMessage'
  | 'roomside.shareUrl'
  | 'roomside.copyAsMessage'
>;

/** Everything that sends something to a room. Called on a row of the Rooms view, it goes to that room. */
export function createShareCommands(ports: SharePorts): ShareCommands {
  return {
    'roomside.shareSelection': (argument) => shareSelection(ports, argument),
    'roomside.shareCurrentFile': (argument) => shareCurrentFile(ports, argument),
    'roomside.shareFiles': (clicked, selected) => shareExplorerFiles(ports, clicked, selected),
    'roomside.sendMessage': (argument) => sendMessage(ports, argument),
    'roomside.shareUrl': (argument) => shareUrl(ports, argument),
    'roomside.copyAsMessage': () => copyAsMessage(),
  };
}

import { l10n } from 'vscode';
import { findRooms } from '../../core/share/tools/findRooms.ts';
import { roomsAnswer } from '../../core/share/tools/roomsAnswer.ts';
import { settings } from '../../host/settings.ts';
import type { Tool } from './languageModelTool.ts';
import type { ToolPorts } from './toolPorts.ts';

/** Asks the service anew each time: what the Rooms view knows may be a part, or of another account. */
export function listRoomsTool({ connection }: ToolPorts): Tool<'roomside_list_rooms'> {
  return {
    prepare: () => ({ invocationMessage: l10n.t('Listing rooms') }),
    async run({ input, signal }, budget) {
      const client = await connection.client();
      const piece = await findRooms(client.listRooms({ max: settings.roomsPageSize.value }, signal), input);
      return roomsAnswer(piece, input, budget);
    },
  };
}

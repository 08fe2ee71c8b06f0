import { l10n } from 'vscode';
import { findRooms } from '../../core/chatTools/findRooms.ts';
import { roomsAnswer } from '../../core/chatTools/listAnswers.ts';
import { settings } from '../../host/vscode/settings.ts';
import type { Tool } from './languageModelTool.ts';
import type { ToolPorts } from './toolPorts.ts';

/** Always queries the service: the Rooms view may have only some rooms, or those of another account. */
export function listRoomsTool({ connection }: ToolPorts): Tool<'roomside_list_rooms'> {
  return {
    prepare: () => ({ invocationMessage: l10n.t('Listing rooms') }),
    async run({ input, signal }, budget) {
      const client = await connection.client();
      const slice = await findRooms(client.listRooms({ max: settings.roomsPageSize.value }, signal), input);
      return roomsAnswer(slice, input, budget);
    },
  };
}

import { l10n, MarkdownString } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';
import { findRooms } from '../../core/chatTools/findRooms.ts';
import { messagesAnswer, readNewest, roomsAnswer } from '../../core/chatTools/listAnswers.ts';
import { settings } from '../../host/vscode/settings.ts';
import type { Tool, ToolCall, ToolPorts } from './languageModelTool.ts';
import { findToolRoom, roomLines } from './toolRoom.ts';

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

type ReadCall = ToolCall<'roomside_read_room'>;

/** Asks first: the messages are sent to the provider of the model. The user can let VS Code skip the question. */
export function readRoomTool(ports: ToolPorts): Tool<'roomside_read_room'> {
  return {
    async prepare(call) {
      const { roomId, last } = call.input;
      const name = escapeMarkdown(displayTitle(ports.directory.find(roomId)?.title ?? roomId));
      const lines = [...(await linesOf(ports, call)), sizeLine(last)];
      return {
        invocationMessage: new MarkdownString(l10n.t('Reading “{0}”', name)),
        confirmationMessages: {
          title: l10n.t('Allow the language model to read this room?'),
          message: new MarkdownString(lines.map(escapeMarkdown).join('\n\n')),
        },
      };
    },
    async run({ input: { roomId, last }, signal }, budget) {
      const client = await ports.connection.client();
      return messagesAnswer(await readNewest(client.listMessages({ roomId, max: last }, signal), last), budget);
    },
  };
}

/** Throws only if cancelled: after another error VS Code would run the tool without a confirmation. */
async function linesOf(ports: ToolPorts, { input: { roomId }, signal }: ReadCall): Promise<readonly string[]> {
  try {
    return roomLines(await findToolRoom(ports, roomId, signal));
  } catch (error) {
    if (isCancelled(error)) throw error;
    ports.log.error('the room of a confirmation could not be found', error);
    return [l10n.t('Room not found (ID “{0}”)', displayTitle(roomId))];
  }
}

function sizeLine(last: number): string {
  return last === 1
    ? l10n.t('The newest message is sent to the language model.')
    : l10n.t('The newest messages, up to {0}, are sent to the language model.', last);
}

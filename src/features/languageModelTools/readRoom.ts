import { l10n, MarkdownString } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { plainMarkdown } from '../../core/share/tools/dataFence.ts';
import { messagesAnswer, readNewest } from '../../core/share/tools/messagesAnswer.ts';
import type { ToolPorts } from './ports.ts';
import type { Tool } from './registerTool.ts';

/** Asks first: what colleagues wrote goes to whoever runs the model. */
export function readRoomTool({ connection, directory }: ToolPorts): Tool<'roomside_read_room'> {
  return {
    prepare({ input: { roomId, last } }) {
      const name = plainMarkdown(displayTitle(directory.find(roomId)?.title ?? roomId));
      const message = l10n.t('The newest messages of “{0}” (at most {1}) go to the language model.', name, last);
      return {
        invocationMessage: new MarkdownString(l10n.t('Reading “{0}”', name)),
        confirmationMessages: {
          title: l10n.t('Read messages of a room?'),
          message: new MarkdownString(message),
        },
      };
    },
    async run({ input: { roomId, last }, signal }, budget) {
      const client = await connection.client();
      return messagesAnswer(await readNewest(client.listMessages({ roomId, max: last }, signal), last), budget);
    },
  };
}

import { l10n, MarkdownString } from 'vscode';
import { roomsPageSize } from '../../core/api/client.ts';
import type { Message } from '../../core/api/resources.ts';
import type { AccountRef } from '../../core/auth/account.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle, escapeMarkdown } from '../../core/base/text/displayText.ts';
import { MessageSearch } from '../../core/messages/searchMessages.ts';
import { isUnreadable } from '../../core/rooms/knownRoom.ts';
import { findRooms, identifyRoom, lookUpRoom, type RoomIdentity } from '../../core/terminal/findRooms.ts';
import { roomLines } from '../../host/roomLines.ts';
import type { Tool, ToolCall, ToolPorts } from './languageModelTool.ts';
import {
  messagesAnswer,
  messagesData,
  readNewest,
  readThread,
  roomData,
  roomsAnswer,
  searchedMessages,
} from './model/listAnswers.ts';
import { ToolError } from './model/toolFailure.ts';

/** Always queries the service: the Rooms view may have only some rooms, or those of another account. */
export function listRoomsTool({ connection }: ToolPorts): Tool<'roomside_list_rooms'> {
  return {
    prepare: () => ({ invocationMessage: l10n.t('Listing rooms') }),
    async run({ input, signal, onData }, budget) {
      const client = await connection.client();
      const slice = await findRooms(client.listRooms({ max: roomsPageSize }, signal), input);
      onData?.({ rooms: slice.rooms.map(roomData), hasMore: slice.hasMore });
      return roomsAnswer(slice, input, budget);
    },
  };
}

const messagesPageSize = 100;

type ReadCall = ToolCall<'roomside_read_room'>;

/** Asks first: the messages are sent to the provider of the model. The user can let VS Code skip the question. */
export function readRoomTool(ports: ToolPorts): Tool<'roomside_read_room'> {
  return {
    async prepare(call) {
      const { roomId, last } = call.input;
      const name = escapeMarkdown(displayTitle(ports.directory.find(roomId)?.title ?? roomId));
      const lines = [...(await linesOf(ports, call)), call.isForProgram ? programsLine() : sizeLine(last)];
      return {
        invocationMessage: new MarkdownString(l10n.t('Reading “{0}”', name)),
        confirmationMessages: {
          title: l10n.t('Allow the language model to read this room?'),
          message: new MarkdownString(lines.map(escapeMarkdown).join('\n\n')),
        },
      };
    },
    async run({ input: { roomId, last, threadId }, signal, onData }, budget) {
      const client = await ports.connection.client();
      const newest =
        threadId === ''
          ? await readNewest(client.listMessages({ roomId, max: last }, signal), last)
          : await readThread(client.listMessages({ roomId, max: messagesPageSize }, signal), threadId, last);
      onData?.(messagesData(newest));
      return messagesAnswer(newest, budget, threadId === '' ? 'room' : 'thread');
    },
  };
}

/** Searches the newest messages, after the question of reading. */
export function searchRoomTool(ports: ToolPorts): Tool<'roomside_search_room'> {
  const { prepare } = readRoomTool(ports);
  return {
    prepare: ({ input: { roomId }, ...call }) =>
      prepare({ ...call, input: { roomId, last: searchedMessages, threadId: '' } }),
    async run({ input: { roomId, query }, signal, onData }, budget) {
      const client = await ports.connection.client();
      const pages = client.listMessages({ roomId, max: messagesPageSize }, signal);
      const { messages, hasOlder } = await readNewest(pages, searchedMessages);
      const search = new MessageSearch<Message>(({ personEmail = '' }) => personEmail);
      const found = { messages: search.find(messages.toReversed(), query).map(({ message }) => message), hasOlder };
      onData?.(messagesData(found));
      if (found.messages.length > 0) return messagesAnswer(found, budget);
      return hasOlder
        ? `None of the newest ${searchedMessages} messages has all of these words. Older messages were not searched.`
        : 'No message of this room has all of these words.';
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

/** All that is allowed then, whatever the first call asks for. */
function programsLine(): string {
  return l10n.t(
    'Until this window closes, programs can read and search the newest {0} messages of this room.',
    searchedMessages,
  );
}

const unknownRoomAnswer =
  'The user is not in a room with this id. Nothing was sent. Use the id, not the title, from roomside_list_rooms.';
const notSearchedAnswer =
  'The first rooms of the user were searched, and none has this id. Nothing was sent. Use the id, not the title, from roomside_list_rooms.';
const unreadableRoomAnswer =
  'The title of this room cannot be read for now, so the user cannot be asked about it. Nothing was sent.';

interface ToolRoom extends RoomIdentity {
  readonly account: AccountRef;
}

/**
 * Finds a room by its id, never by its title.
 * @throws {ToolError} if the account has no such room, or its title is unreadable
 */
export async function findToolRoom(ports: ToolPorts, roomId: string, signal: AbortSignal): Promise<ToolRoom> {
  const { directory, connection } = ports;
  const { account, client } = await connection.requireSession();
  const known = directory.find(roomId);
  if (known !== undefined && !isUnreadable(known)) return { ...identifyRoom(known, directory.rooms), account };
  const pages = client.listRooms({ max: roomsPageSize }, signal);
  const { room, searchedRooms, isLimitReached } = await lookUpRoom(pages, roomId);
  if (room === undefined) throw new ToolError(isLimitReached ? notSearchedAnswer : unknownRoomAnswer);
  if (isUnreadable(room)) throw new ToolError(unreadableRoomAnswer);
  return { ...identifyRoom(room, [...directory.rooms, ...searchedRooms]), account };
}

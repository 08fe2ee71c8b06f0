import type { LanguageModelTool } from 'vscode';
import type { ToolName } from '../../core/share/tools/toolInput.ts';
import { draftMessageTool } from './draftMessage.ts';
import { listRoomsTool } from './listRooms.ts';
import type { ToolPorts } from './ports.ts';
import { postMessageTool } from './postMessage.ts';
import { readRoomTool } from './readRoom.ts';
import { toolFor } from './toolFor.ts';

/** What language models may do with rooms, each act within what the user allows. */
export function createLanguageModelTools(ports: ToolPorts): Readonly<Record<ToolName, LanguageModelTool<unknown>>> {
  return {
    roomside_list_rooms: toolFor('roomside_list_rooms', listRoomsTool(ports), ports.log),
    roomside_read_room: toolFor('roomside_read_room', readRoomTool(ports), ports.log),
    roomside_draft_message: toolFor('roomside_draft_message', draftMessageTool(ports), ports.log),
    roomside_post_message: toolFor('roomside_post_message', postMessageTool(ports), ports.log),
  };
}

import type { CallTool } from '../../core/terminal/shareRequest.ts';
import { type ToolPorts, toLanguageModelTool } from './languageModelTool.ts';
import { draftMessageTool, postMessageTool } from './messageTools.ts';
import { programTools } from './programTools.ts';
import { listRoomsTool, readRoomTool, searchRoomTool } from './roomTools.ts';

// decisions/0021
/** The tools, for the language models of VS Code and for other programs. */
export function createTools(ports: ToolPorts) {
  const { log } = ports;
  const tools = {
    roomside_list_rooms: listRoomsTool(ports),
    roomside_read_room: readRoomTool(ports),
    roomside_search_room: searchRoomTool(ports),
    roomside_draft_message: draftMessageTool(ports),
    roomside_post_message: postMessageTool(ports),
  };
  const call: CallTool = programTools(tools, ports);
  return {
    call,
    models: {
      roomside_list_rooms: toLanguageModelTool('roomside_list_rooms', tools.roomside_list_rooms, log),
      roomside_read_room: toLanguageModelTool('roomside_read_room', tools.roomside_read_room, log),
      roomside_search_room: toLanguageModelTool('roomside_search_room', tools.roomside_search_room, log),
      roomside_draft_message: toLanguageModelTool('roomside_draft_message', tools.roomside_draft_message, log),
      roomside_post_message: toLanguageModelTool('roomside_post_message', tools.roomside_post_message, log),
    },
  };
}
